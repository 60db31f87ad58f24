import { expect, test } from "vitest";
import { countryChoices, matches } from "./countries.ts";

const named = (language: string, code: string) => countryChoices(language).find((one) => one.code === code);

test("there are about ninety countries, each with two letters and its name after a flag", () => {
  const choices = countryChoices("en");
  expect(choices.length).toBeGreaterThanOrEqual(90);
  expect(new Set(choices.map(({ code }) => code)).size).toBe(choices.length);
  for (const { code, label } of choices) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(label).toMatch(/^\p{Regional_Indicator}{2} \p{L}/u);
  }
  expect(named("en", "BG")?.label).toBe("🇧🇬 Bulgaria");
});

test("country names are in the user's language, and in its order", () => {
  expect(named("bg", "BG")?.label).toBe("🇧🇬 България");
  expect(named("ja", "JP")?.label).toBe("🇯🇵 日本");
  const names = countryChoices("es").map(({ label }) => label.slice(5));
  expect(names).toEqual([...names].sort(new Intl.Collator("es").compare));
});

test.each([
  ["tur", true],
  ["TÜR", true],
  ["turkiye", true],
  ["turkey", false],
  ["TR", true],
  ["🇹🇷 Türkiye", true],
  ["  ", true],
  ["norway", false],
])("a search for %j finds Türkiye: %s", (query, found) => {
  const choice = named("tr", "TR");
  expect(choice && matches(choice, query)).toBe(found);
});
