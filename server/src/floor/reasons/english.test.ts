import { type ReasonCode, reasonCodes, reasonFacts, reasonOf } from "@parley/contract/reasons";
import { telegramTexts } from "@parley/contract/telegram-texts";
import { expect, test } from "vitest";
import { refusedSetup } from "../../channels/telegram/refused.ts";
import { englishOf, englishReasons } from "./english.ts";

test.each(reasonCodes)("the text of %s names exactly its facts", (code: ReasonCode) => {
  const named = [...englishReasons[code].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...reasonFacts[code]].toSorted());
});

test("a reason behind a reason is worded within it, one level deep", () => {
  const provider = "Telegram";
  const because = reasonOf("perhaps_arrived", { because: reasonOf("no_answer", { provider }) });
  expect(englishOf(because)).toBe(
    "It may or may not have reached the client: Telegram did not answer in time.",
  );
  const late = reasonOf("too_late_because", { because });
  expect(englishOf(late)).toBe("It could not be sent in time. Telegram did not answer in time.");
});

test("facts are inserted unchanged", () => {
  const says = "$& {{provider}} <b>";
  expect(englishOf(reasonOf("provider", { provider: "Telegram", says }))).toBe(`Telegram says: ${says}`);
});

test.each(Object.entries(telegramTexts))(
  "a set-up refused with %s has the specification's text",
  (status, text) => {
    expect(englishOf(refusedSetup(Number(status), "their own words"))).toBe(text);
  },
);
