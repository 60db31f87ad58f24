/**
 * A folder is an area of texts, a file in it a language. `first-load` holds the groups that the first screens need; its
 * English is part of the script. Any other area is one group of its own name, fetched with the page or part that shows it.
 */
import type { Language } from "@parley/contract/sessions";
import i18n from "i18next";
import { initReactI18next } from "react-i18next";
import english from "./first-load/en.json" with { type: "json" };

/** The texts of a language: those of the first load, and what fetches those of each other area, by path. */
export type Texts = { firstLoad: object; areas: Record<string, () => Promise<object>> };

const englishAreas = import.meta.glob<object>(["./*/en.json", "!./first-load/*"], { import: "default" });
const inEnglish: Texts = { firstLoad: english, areas: englishAreas };
/** The addresses of a language's texts are fetched with it: those of all languages would be a tenth of the first load. */
const others = import.meta.glob<Texts>("./texts-of-*.ts", { import: "texts" });
const firstLoad = "first-load";
const shown = new Set([firstLoad]);
const stored = "parley.language";

/** Keys name meanings; a missing one fails `npm run check`. Starts in the language used last in this browser. */
export async function startI18n(): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: { ...english } } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const last = localStorage.getItem(stored);
  if (last && nameOf(last) in others) await changeLanguage(last as Language);
}

/** Switches every text on the screen. Where the language cannot be fetched, the present one stays. */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === i18n.language) return;
  try {
    await fetchTexts(language, [...shown]);
  } catch (error) {
    reportError(error);
    return;
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(stored, language);
}

/** Fetches the texts of areas that are not part of the first load. Rejects when they cannot be fetched. */
export async function loadTexts(...areas: string[]): Promise<void> {
  for (const area of areas) shown.add(area);
  await fetchTexts("en", areas);
  if (i18n.language !== "en") await fetchTexts(i18n.language, areas);
}

const fetched = new Set([pathOf(firstLoad, "en")]);

async function fetchTexts(language: string, areas: string[]) {
  const missing = areas.filter((area) => !fetched.has(pathOf(area, language)));
  if (missing.length === 0) return;
  const found = language === "en" ? inEnglish : await others[nameOf(language)]?.();
  if (!found) return;
  await Promise.all(
    missing.map(async (area) => {
      const path = pathOf(area, language);
      const texts = area === firstLoad ? found.firstLoad : await found.areas[path]?.();
      if (!texts) return;
      i18n.addResourceBundle(language, "translation", area === firstLoad ? texts : { [area]: texts }, true);
      fetched.add(path);
    }),
  );
}

const nameOf = (language: string) => `./texts-of-${language}.ts`;

function pathOf(area: string, language: string) {
  return `./${area}/${language}.json`;
}
