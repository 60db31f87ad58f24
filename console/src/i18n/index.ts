import i18n from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./en.json" with { type: "json" };

/** Keys name meanings; a missing one fails `npm run check`. */
export function startI18n() {
  return i18n.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
