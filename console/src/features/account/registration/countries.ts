import { countries } from "@parley/contract/countries";

export type CountryChoice = {
  code: string;
  /** The name, after the flag. */
  label: string;
  /** The terms that a search matches: the name here and in English, and the two letters. */
  terms: string;
};

/** The countries are sorted in the order of the user's language. */
export function countryChoices(language: string): CountryChoice[] {
  const here = new Intl.DisplayNames(language, { type: "region" });
  const english = new Intl.DisplayNames("en", { type: "region" });
  const { compare } = new Intl.Collator(language);
  return countries
    .map((code) => ({ code, name: here.of(code) ?? code, inEnglish: english.of(code) ?? "" }))
    .sort((one, other) => compare(one.name, other.name))
    .map(({ code, name, inEnglish }) => ({
      code,
      label: `${flagOf(code)} ${name}`,
      terms: fold(`${name} ${inEnglish} ${code}`),
    }));
}

/** Two letters become two regional indicators, which fonts draw as a flag. */
export const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));

/** Folds case and accents. */
export const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export const matches = (choice: CountryChoice, query: string): boolean =>
  choice.terms.includes(fold(query.replace(/\p{Regional_Indicator}/gu, "")).trim());
