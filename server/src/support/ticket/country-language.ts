import type { Language } from "@parley/contract/sessions";

/** Countries (ISO 3166-1) where nearly everyone reads the language. */
const countries: Partial<Record<Language, string>> = {
  bg: "BG",
  tr: "TR",
  es: "AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE",
  ru: "BY KG KZ RU",
  nl: "NL SR",
  ja: "JP",
};
const languages = new Map(
  Object.entries(countries).flatMap(([language, codes]) => codes.split(" ").map((code) => [code, language])),
);

/** The language of a client whose provider states only the country; null where a country has several. */
export const languageOfCountry = (country: string): string | null =>
  languages.get(country.toUpperCase()) ?? null;
