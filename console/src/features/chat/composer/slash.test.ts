import { expect, test } from "vitest";
import { findBubbles, phraseAfterSlash, slashWordIn } from "./slash.ts";

const bubble = (name: string, content = "…") => ({ bubbleid: name, name, content });

test.each([
  ["/", ""],
  ["/ho", "ho"],
  ["/ho ", "ho"],
  ["/two words", "two words"],
  ["", null],
  ["hello", null],
  [" /ho", null],
  ["hello /ho", null],
  ["/usr/bin", null],
  ["/first\nsecond", null],
  [`/${"x".repeat(51)}`, null],
])("the text %j asks for bubbles or emoji by %j", (text, phrase) => {
  expect(phraseAfterSlash(text)).toBe(phrase);
});

test("bubbles whose names begin so come first, then names and contents that contain the word, without case or accents", () => {
  const all = [
    bubble("Address"),
    bubble("Closing", "Have a good day"),
    bubble("Our hours"),
    bubble("Hóurs of today"),
    bubble("HOURS"),
    bubble("Opening", "The hours are on our page"),
  ];
  expect(findBubbles(all, "hours").map(({ name }) => name)).toEqual([
    "Hóurs of today",
    "HOURS",
    "Our hours",
    "Opening",
  ]);
  expect(findBubbles(all, "")).toHaveLength(6);
  expect(findBubbles(all, "", 2)).toHaveLength(2);
  expect(findBubbles(all, "zebra")).toEqual([]);
});

test.each([
  ["/", "/"],
  ["/two words", "/two words"],
  ["hello /ho", "/ho"],
  ["hello\n/ho", "/ho"],
  ["hello /two words", ""],
  ["and/or", ""],
  ["https://pier.example/", ""],
  ["", ""],
])("before the cursor %j has the word %j", (before, word) => {
  expect(slashWordIn(before)).toBe(word);
});

test("a folder that contains the word counts like a text", () => {
  const greeting = { ...bubble("Greeting"), folder: "Opening" };
  expect(findBubbles([greeting], "open")).toEqual([greeting]);
});
