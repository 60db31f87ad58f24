import type { Language } from "@parley/contract/sessions";
import { Languages } from "lucide-react";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "../../../i18n/index.ts";
import { languageNames } from "../../../i18n/language-names.ts";

/** Shown to visitors; a signed-in agent has the language of their account. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation();
  return (
    <label className="inline-flex items-center gap-2 rounded-m px-2 text-s text-text-3 focus-within:outline-2 focus-within:outline-accent-text">
      <Languages size={16} aria-hidden="true" />
      <span className="sr-only">{t("signIn.language")}</span>
      <select
        value={i18n.language}
        onChange={(event) => void changeLanguage(event.target.value as Language)}
        className="h-9 bg-transparent text-text-2 outline-none max-phone:h-11 [&>option]:bg-raised [&>option]:text-text"
      >
        {Object.entries(languageNames).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
