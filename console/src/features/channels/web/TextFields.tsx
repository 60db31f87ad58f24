import type { Language } from "@parley/contract/sessions";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../../i18n/language-names.ts";
import { Field } from "../../../ui/Field.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import type { FieldsProps } from "./draft.ts";

type Props = FieldsProps & { language: Language; onLanguage: (language: Language) => void };

const languages = Object.entries(languageNames) as [Language, string][];

/** Title, greeting and introduction in each language; an empty one uses the widget's own. */
export function TextFields({ draft, onChange, language, onLanguage }: Props) {
  const { t } = useTranslation();
  const texts = draft.texts[language] ?? {};
  const write = (name: keyof typeof texts, text: string) =>
    onChange({ texts: { ...draft.texts, [language]: { ...texts, [name]: text } } });
  return (
    <>
      <p className="text-s text-text-2">{t("channelWeb.texts.hint")}</p>
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
            {Object.values(draft.texts[tag] ?? {}).some((text) => text?.trim()) && (
              <span aria-hidden="true"> ·</span>
            )}
          </button>
        ))}
      </div>
      <Field
        label={t("channelWeb.texts.title")}
        lang={language}
        value={texts.title ?? ""}
        onChange={({ target }) => write("title", target.value)}
        maxLength={60}
      />
      <LongField
        label={t("channelWeb.texts.greeting")}
        lang={language}
        rows={2}
        value={texts.greeting ?? ""}
        onChange={({ target }) => write("greeting", target.value)}
        maxLength={200}
      />
      <LongField
        label={t("channelWeb.texts.intro")}
        lang={language}
        rows={3}
        value={texts.intro ?? ""}
        onChange={({ target }) => write("intro", target.value)}
        maxLength={300}
      />
    </>
  );
}
