/**
 * A folder is an area of texts, a file in it a language. The areas of the workspace are here in English at once; a page
 * that is loaded later asks for its own areas first (`needTexts`).
 */
import type { Language } from "@parley/contract/sessions";
import i18n from "i18next";
import { initReactI18next } from "react-i18next";

const atOnce = import.meta.glob<object>(
  "./{common,signIn,session,shell,connection,notFound,routeError,colleagues,tickets,chat,message,composer}/en.json",
  { import: "default", eager: true },
);
/** What is fetched when it is wanted: all the others. */
const all = import.meta.glob<object>(
  [
    "./*/*.json",
    "!./{common,signIn,session,shell,connection,notFound,routeError,colleagues,tickets,chat,message,composer}/en.json",
  ],
  { import: "default" },
);
const wanted = new Set(Object.keys(atOnce).map(areaOf));
const stored = "parley.language";

/** Keys name meanings; a missing one fails `npm run check`. Begins in the language that was spoken here last. */
export async function startI18n(): Promise<void> {
  const english = Object.fromEntries(Object.entries(atOnce).map(([path, texts]) => [areaOf(path), texts]));
  await i18n.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const last = localStorage.getItem(stored);
  if (last && `./common/${last}.json` in all) await speak(last as Language);
}

/** Switches every text on the screen. A language that cannot be fetched now leaves the one before. */
export async function speak(language: Language): Promise<void> {
  if (language === i18n.language) return;
  try {
    await fetchTexts(language, [...wanted]);
  } catch (error) {
    reportError(error);
    return;
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(stored, language);
}

/** Fetches the texts of areas that are not part of the first load. Rejects when they cannot be fetched. */
export async function needTexts(...areas: string[]): Promise<void> {
  for (const area of areas) wanted.add(area);
  await fetchTexts("en", areas);
  if (i18n.language !== "en") await fetchTexts(i18n.language, areas);
}

async function fetchTexts(language: string, areas: string[]) {
  await Promise.all(
    areas.map(async (area) => {
      if (i18n.getResource(language, "translation", area)) return;
      const texts = await all[`./${area}/${language}.json`]?.();
      if (texts) i18n.addResourceBundle(language, "translation", { [area]: texts }, true);
    }),
  );
}

function areaOf(path: string) {
  return path.split("/")[1] ?? "";
}
