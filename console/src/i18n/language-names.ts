import type { Language } from "@parley/contract/sessions";

/** Each name in its own language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  af: "Afrikaans",
  bg: "Български",
  tr: "Türkçe",
  es: "Español",
  ru: "Русский",
  nl: "Nederlands",
  ja: "日本語",
};

export const isLanguage = (text: string): text is Language => Object.hasOwn(languageNames, text);
