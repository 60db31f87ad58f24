import { useId } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/composing.ts";

type Props = { value: string; onChange: (value: string) => void; onEnter: () => void };

/** Enter submits, with Shift it begins a line. */
export function TemplateText({ value, onChange, onEnter }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {t("channelWhatsapp.template.text")}
      </label>
      <textarea
        id={id}
        rows={4}
        value={value}
        maxLength={1024}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          onEnter();
        }}
        aria-describedby={`${id}-hint`}
        className="resize-y rounded-m border border-line-strong bg-raised px-3 py-2.5 outline-none transition duration-150 focus:border-accent-text"
      />
      <p id={`${id}-hint`} className="text-xs text-text-3">
        {t("channelWhatsapp.template.variables", { example: "{{client}}" })}
      </p>
    </div>
  );
}
