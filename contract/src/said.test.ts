import { expect, test } from "vitest";
import { oddValues } from "../../test/world/odd-values.ts";
import { languageTagOf, saidAddress, saidCountry, saidLanguage, saidWords } from "./said.ts";

test("a reader turns an odd value into a storable one and never throws", () => {
  for (const reader of [saidWords(20), saidLanguage, saidCountry, saidAddress])
    for (const value of oddValues) {
      const read = reader.parse(value);
      expect(read === undefined || (read.length > 0 && read.isWellFormed() && !read.includes("\0"))).toBe(
        true,
      );
    }
});

test.each([
  ["en-US@posix", "en-US"],
  ["de_AT.UTF-8", "de-AT"],
  ["zh-Hans-CN", "zh-Hans-CN"],
  ["de-DE-u-co-phonebk", "de-DE"],
  ["sl-rozaj-biske-1994-nedis-solba-lipaw-foobar", "sl-rozaj-biske-1994-nedis-solba"],
  ["C", undefined],
  ["POSIX", undefined],
  ["", undefined],
])("the language tag %j is read as %j", (said, language) => {
  expect(languageTagOf(said)).toBe(language);
});

test("words are trimmed and cut, never within a character", () => {
  expect(saidWords(3).parse("  ab😀cd ")).toBe("ab");
  expect(saidWords(4).parse("ab😀cd")).toBe("ab😀");
});

test("a long address loses its query, and an address of another protocol is dropped", () => {
  expect(saidAddress.parse(`https://shop.example/boots?q=${"x".repeat(3000)}`)).toBe(
    "https://shop.example/boots",
  );
  expect(saidAddress.parse(`https://shop.example/${"x".repeat(3000)}`)).toBeUndefined();
  expect(saidAddress.parse("ftp://shop.example/")).toBeUndefined();
});

test("a country is read as two letters", () => {
  expect([saidCountry.parse("at"), saidCountry.parse("AUT")]).toEqual(["AT", undefined]);
});
