import type { Message } from "@parley/contract/messages";
import { expect, test } from "vitest";
import { message } from "../../../sample/build.ts";
import { mailMessage } from "../../../sample/mails.ts";
import { type ListItem, listItems } from "../message-kinds/list-items.ts";
import { collapseRuns } from "./mail-runs.ts";

const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T10:00:00.000Z`;
const mails = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    mailMessage({ messageid: `m${from + index}`, seq: from + index, created_on: at(from + index) }),
  );
const collapsed = (messages: Message[], before: number) =>
  collapseRuns(listItems(messages, [], null), ({ seq }) => seq < before);
const kinds = (items: ListItem[]) =>
  items.map((item) => (item.kind === "run" ? `run of ${item.messages.length}` : item.kind));

test("more than three folded mails in a row are one item below their first day, and the days within are gone", () => {
  const items = collapsed(mails(1, 6), 6);
  expect(kinds(items)).toEqual(["day", "run of 5", "day", "message"]);
  expect(items[1]).toMatchObject({ key: "run:m5", more: false });
});

test("three folded mails stay three lines", () => {
  expect(kinds(collapsed(mails(1, 4), 4))).toEqual(Array(4).fill(["day", "message"]).flat());
});

test("a line of the timeline or an open mail ends a run", () => {
  const line = message({ messageid: "closed", seq: 5, type: "close", created_on: at(4) });
  const items = collapsed([...mails(1, 4), line, ...mails(6, 9)], 9);
  expect(kinds(items)).toEqual(["day", "run of 4", "event", "day", "message", ...days(3)]);
});

const days = (count: number) => Array(count).fill(["day", "message"]).flat();

test("a run keeps its key when earlier mails are loaded, and says while there are more", () => {
  const [, later] = collapsed(mails(5, 10), 10);
  const [, all] = collapsed(mails(1, 10), 10);
  expect(later).toMatchObject({ key: "run:m9", more: true });
  expect(all).toMatchObject({ key: "run:m9", more: false });
});
