import { useTranslation } from "react-i18next";
import { isComposing } from "../../ui/composing.ts";

type Props = { name: string; onDone: (name: string | null) => void };

/** Enter saves the name, Escape and leaving the field do not. */
export function RenameAccount({ name, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the pencil was pressed to write here
      autoFocus
      defaultValue={name}
      maxLength={200}
      aria-label={t("channels.rename", { name })}
      onBlur={() => onDone(null)}
      onKeyDown={(event) => {
        if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        onDone(event.key === "Enter" ? event.currentTarget.value.trim() : null);
      }}
      className="h-9 min-w-0 flex-1 rounded-m border border-accent-text bg-raised px-2.5 font-semibold outline-none max-phone:h-11"
    />
  );
}
