import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/Checkbox.tsx";

/** The form that `connectChannel` accepts. */
export type SignedAddresses = { reply_address?: true; bounce_address?: true };

type Props = { chosen: SignedAddresses; onChange: (chosen: SignedAddresses) => void };

const kinds = ["reply", "bounce"] as const;

/** Addresses with a plus for a mailbox that is being connected; a tested one is used automatically. */
export function NewMailAddresses({ chosen, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid gap-2.5 text-s">
      <legend className="font-semibold text-text-2">{t("channelEmail.addresses.title")}</legend>
      <p className="text-xs text-text-3">{t("channelEmail.addresses.hint")}</p>
      {kinds.map((kind) => {
        const label = t(`channelEmail.addresses.${kind}`);
        const field = `${kind}_address` as const;
        return (
          <div key={kind} className="flex items-start gap-2.5">
            <Checkbox
              label={label}
              checked={chosen[field] ?? false}
              onChange={(on) => onChange({ ...chosen, [field]: on || undefined })}
            />
            <span className="min-w-0 flex-1 break-words">
              <span aria-hidden="true">{label}</span>
              <span className="block text-xs text-text-3">{t(`channelEmail.addresses.${kind}Hint`)}</span>
            </span>
          </div>
        );
      })}
    </fieldset>
  );
}
