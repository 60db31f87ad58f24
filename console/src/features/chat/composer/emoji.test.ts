import { readFileSync } from "node:fs";
import { languages } from "@parley/contract/sessions";
import { expect, test } from "vitest";
import { emoji, findEmoji } from "./emoji.ts";

const textsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../i18n/emoji/${language}.json`, import.meta.url), "utf8")).of;
const english = textsOf("en");
const find = (phrase: string, language = "en") => {
  const words = textsOf(language);
  return findEmoji(phrase, (name) => [words[name] ?? "", english[name] ?? ""]).map((name) => emoji[name]);
};

test("about seventy emoji are offered, without repeats, each with words in every language", () => {
  const all = Object.values(emoji);
  expect(all.length).toBeGreaterThanOrEqual(70);
  expect(new Set(all).size).toBe(all.length);
  for (const language of languages) {
    expect(Object.keys(textsOf(language))).toEqual(Object.keys(emoji));
    expect(find("", language)).toHaveLength(all.length);
  }
});

test.each([
  ["en", "thumbs up", "👍"],
  ["en", "  PARCEL ", "📦"],
  ["af", "geskenk", "🎁"],
  ["bg", "благодаря", "🙏"],
  ["tr", "ucak", "✈️"],
  ["es", "avion", "✈️"],
  ["ru", "самолет", "✈️"],
  ["nl", "koffie", "☕"],
  ["ja", "飛行機", "✈️"],
  ["ja", "thanks", "🙏"],
  ["en", "🎉", "🎉"],
])("a search in %s for %j finds %s", (language, phrase, found) => {
  expect(find(phrase, language)).toContain(found);
});

test("an unknown word finds nothing", () => {
  expect(find("zzzzzz")).toEqual([]);
});
