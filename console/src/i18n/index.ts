import type { Language } from "@parley/contract/sessions";
import i18n from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./en.json" with { type: "json" };

/** English is always there; the others come when somebody speaks them. */
const others = import.meta.glob<object>(["./*.json", "!./en.json"], { import: "default" });
const stored = "parley.language";

/** Keys name meanings; a missing one fails `npm run check`. Begins in the language that was spoken here last. */
export async function startI18n(): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const last = localStorage.getItem(stored);
  if (last && `./${last}.json` in others) await speak(last as Language);
}

/** Switches every text on the screen. A language that cannot be fetched now leaves the one before. */
export async function speak(language: Language): Promise<void> {
  if (language === i18n.language) return;
  try {
    const texts = await others[`./${language}.json`]?.();
    if (texts) i18n.addResourceBundle(language, "translation", texts);
  } catch (error) {
    reportError(error);
    return;
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(stored, language);
}
