import type { Message } from "@parley/contract/messages";
import { expect, test } from "vitest";
import { groupBySection } from "./sections.ts";

const at = (seq: number, created_on: string) => ({ seq, created_on }) as Message;
const days = (messages: Message[], timeZone: string) =>
  Object.entries(groupBySection(messages, timeZone)).map(([day, held]) => [day, held.map(({ seq }) => seq)]);

test("a ticket without messages has no sections", () => {
  expect(groupBySection([], "UTC")).toEqual({});
});

test("a day ends at the reader's midnight", () => {
  const messages = [
    at(1, "2026-03-01T22:30:00.000Z"),
    at(2, "2026-03-01T23:30:00.000Z"),
    at(3, "2026-03-02T05:00:00.000Z"),
  ];
  expect(days(messages, "UTC")).toEqual([
    ["2026-03-01", [1, 2]],
    ["2026-03-02", [3]],
  ]);
  expect(days(messages, "Europe/Sofia")).toEqual([["2026-03-02", [1, 2, 3]]]);
  expect(days(messages, "America/New_York")).toEqual([
    ["2026-03-01", [1, 2]],
    ["2026-03-02", [3]],
  ]);
});
