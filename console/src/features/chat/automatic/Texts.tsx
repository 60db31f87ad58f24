import type { AutomaticSettings } from "@parley/contract/automatic";
import { type TextVariable, textVariables } from "@parley/contract/automatic-text";
import type { Language } from "@parley/contract/sessions";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../../i18n/language-names.ts";
import { Button } from "../../../ui/Button.tsx";
import { languageName } from "../../tickets/templates/language-name.ts";
import { variableNames, wrongVariable } from "./draft.ts";

type Props = {
  draft: AutomaticSettings;
  language: Language;
  /** True once saving was tried: missing texts are then shown. */
  tried: boolean;
  onLanguage: (language: Language) => void;
  onChange: (to: Partial<AutomaticSettings>) => void;
};

const languages = Object.entries(languageNames) as [Language, string][];

/** The text in each language, with variables inserted by a press. */
export function Texts({ draft, language, tried, onLanguage, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const text = draft.texts[language] ?? "";
  const isDefault = draft.default_language === language;
  const write = (to: string) => onChange({ texts: { ...draft.texts, [language]: to } });
  const insert = (variable: TextVariable) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const before = text.slice(0, selectionStart);
    // Two variables in a row would run together in the message.
    const written = `${before.endsWith("}}") ? " " : ""}{{${variable}}}`;
    write(before + written + text.slice(selectionEnd));
    const after = selectionStart + written.length;
    // The new text is rendered after this frame.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(after, after);
    });
  };
  const wrong = wrongVariable(text);
  const missing = tried && isDefault && text.trim() === "";
  const error = wrong
    ? t("automatic.unknown", { written: wrong })
    : missing
      ? t("automatic.noDefault")
      : null;
  return (
    <div className="grid gap-2">
      <div className="flex gap-1 overflow-x-auto">
        {languages.map(([tag, name]) => (
          <button
            key={tag}
            type="button"
            aria-pressed={tag === language}
            onClick={() => onLanguage(tag)}
            className="shrink-0 rounded-chip px-2.5 py-1.5 text-s text-text-2 hover:bg-raised-2 aria-pressed:bg-raised-2 aria-pressed:font-semibold aria-pressed:text-text max-phone:min-h-11"
          >
            {name}
            {draft.texts[tag]?.trim() && <span aria-hidden="true"> ·</span>}
          </button>
        ))}
      </div>
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {t("automatic.text", { language: languageName(language, i18n.language) })}
      </label>
      <textarea
        ref={area}
        id={id}
        rows={5}
        lang={language}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => write(target.value)}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        className="resize-y rounded-m border border-line-strong bg-raised px-3 py-2.5 outline-none transition duration-150 focus:border-accent-text aria-invalid:border-danger"
      />
      <p id={`${id}-error`} role="alert" className="text-xs text-danger empty:hidden">
        {error}
      </p>
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">{t("automatic.insert")}</legend>
        {textVariables.map((variable) => (
          <Button key={variable} size="tiny" onClick={() => insert(variable)}>
            {t(`automatic.variable.${variableNames[variable]}`)}
          </Button>
        ))}
        <label className="ml-auto flex items-center gap-2 text-xs text-text-2 max-phone:min-h-11">
          <input
            type="radio"
            checked={isDefault}
            onChange={() => onChange({ default_language: language })}
            className="accent-accent-text"
          />
          {t("automatic.default")}
        </label>
      </fieldset>
    </div>
  );
}
