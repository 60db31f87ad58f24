import type { FieldValue, FieldValues } from "@parley/contract/field-values";
import type { Field } from "@parley/contract/fields";
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { FieldInput } from "./FieldInput.tsx";
import { valueText } from "./value-text.ts";

type Props = {
  fields: Field[];
  values: FieldValues | undefined;
  /** Resolves to whether the value was accepted; a refusal has been said. */
  onSet: ((fieldid: string, value: FieldValue | null) => Promise<boolean>) | null;
};

/** The fields with their values, which are changed in place where they may be. An archived field shows only a value. */
export function FieldRows({ fields, values = {}, onSet }: Props) {
  const { t } = useTranslation();
  const shown = fields.filter(
    ({ archived_on, fieldid }) => (onSet && !archived_on) || values[fieldid] !== undefined,
  );
  return shown.map((field) => {
    const { fieldid, name, type, archived_on } = field;
    const value = values[fieldid];
    return (
      <div key={fieldid} className="grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-2">
        <span title={name} className="truncate text-s text-text-2">
          {name}
        </span>
        <span className="flex min-w-0 items-center gap-1">
          {onSet && !archived_on ? (
            <FieldInput field={field} value={value} onSet={(to) => onSet(fieldid, to)} />
          ) : (
            <span className="min-w-0 text-s wrap-anywhere">{valueText(t, field, value)}</span>
          )}
          {type === "link" && typeof value === "string" && (
            <a
              href={value}
              target="_blank"
              rel="noreferrer"
              aria-label={t("fields.open", { name })}
              className="grid size-9 shrink-0 place-items-center rounded-m text-accent-text hover:bg-raised-2 max-phone:size-11"
            >
              <ExternalLink size={15} aria-hidden="true" />
            </a>
          )}
        </span>
      </div>
    );
  });
}
