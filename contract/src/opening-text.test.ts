import { expect, test } from "vitest";
import { showOpening } from "./opening-text.ts";

const monday = new Date("2026-11-23T18:00:00Z");
const tuesday = new Date("2026-11-24T07:30:00Z");

test.each([
  ["en", "Tuesday", "08:30", "CET"],
  ["af", "Dinsdag", "08:30", "GMT+1"],
  ["bg", "вторник", "08:30", "Гринуич+1"],
  ["tr", "Salı", "08:30", "GMT+1"],
  ["es", "martes", "08:30", "CET"],
  ["ru", "вторник", "08:30", "GMT+1"],
  ["nl", "dinsdag", "08:30", "CET"],
  ["ja", "火曜日", "8:30", "GMT+1"],
])("an opening in %s has its weekday, its time and its zone, and no date", (language, ...parts) => {
  const text = showOpening(tuesday, "Europe/Oslo", language, monday);
  for (const part of parts) expect(text).toContain(part);
  expect(text).not.toContain("24");
});

test("an opening of today has its weekday too, since the text is read on later days", () => {
  const early = new Date("2026-11-24T05:00:00Z");
  expect(showOpening(tuesday, "Europe/Oslo", "en", early)).toMatch(/^Tuesday/);
});

test("an opening of the same weekday a week later has its date", () => {
  const later = new Date("2026-12-01T07:30:00Z");
  expect(showOpening(later, "Europe/Oslo", "en", monday)).toContain("1 December");
});

test("the zone is the company's, wherever the reader is", () => {
  expect(showOpening(tuesday, "Asia/Tokyo", "en", monday)).toMatch(/16:30.*(GMT\+9|JST)/);
});
