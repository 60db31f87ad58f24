import { describe, expect, test, vi } from "vitest";
import { message } from "../../../sample/build.ts";
import { mail } from "../../../sample/mails.ts";
import type { Unsent } from "../../tickets/sending/outbox.ts";
import { floatingDay, type ListItem, listItems } from "./list-items.ts";

const morning = new Date(2026, 10, 21, 9, 0).getTime();
const minute = 60_000;
const written = (seq: number, minutes: number, facts: Parameters<typeof message>[0] = {}) =>
  message({ seq, created_on: new Date(morning + minutes * minute).toISOString(), ...facts });
const kinds = (items: ListItem[]) => items.map(({ kind }) => kind);
const grouping = (items: ListItem[]) =>
  items.flatMap((item) =>
    "first" in item ? [`${item.first ? "first" : ""} ${item.last ? "last" : ""}`.trim()] : [],
  );

test("an empty chat shows nothing", () => {
  expect(listItems([], [], null)).toEqual([]);
});

test("each day has its title, once", () => {
  const items = listItems([written(1, -24 * 60), written(2, 0), written(3, 60)], [], null);
  expect(kinds(items)).toEqual(["day", "message", "day", "message", "message"]);
  expect(items[2]).toMatchObject({ day: "2026-11-21" });
});

test("the new-messages line stands before the first unread message of the client", () => {
  const mine = written(3, 2, { isagent: true });
  const items = listItems([written(1, 0), mine, written(4, 3), written(5, 4)], [], 2);
  expect(kinds(items)).toEqual(["day", "message", "message", "unread", "message", "message"]);
});

test("a list that begins after the first unread message has no such line", () => {
  expect(kinds(listItems([written(7, 0), written(8, 1)], [], 2))).toEqual(["day", "message", "message"]);
});

describe("messages are grouped", () => {
  test("messages of one writer within five minutes are grouped", () => {
    expect(grouping(listItems([written(1, 0), written(2, 4), written(3, 9)], [], null))).toEqual([
      "first",
      "last",
      "first last",
    ]);
  });

  test("messages of two agents, or with an event between them, are not grouped", () => {
    const agents = [
      written(1, 0, { isagent: true, created_by: "a" }),
      written(2, 1, { isagent: true, created_by: "b" }),
    ];
    expect(grouping(listItems(agents, [], null))).toEqual(["first last", "first last"]);
    const closed = [written(1, 0), written(2, 1, { type: "close" }), written(3, 2)];
    expect(kinds(listItems(closed, [], null))).toEqual(["day", "message", "event", "message"]);
    expect(grouping(listItems(closed, [], null))).toEqual(["first last", "first last"]);
  });
});

test("pictures of one album are one item, a lone one is itself", () => {
  const picture = (seq: number, album: string | null) => written(seq, 0, { type: "image", album });
  const items = listItems([picture(1, "a"), picture(2, "a"), picture(3, "b"), picture(4, null)], [], null);
  expect(kinds(items)).toEqual(["day", "album", "message", "message"]);
  expect(items[1]).toMatchObject({ messages: [{ seq: 1 }, { seq: 2 }] });
});

test("unsent messages come last, below today", () => {
  vi.useFakeTimers({ now: morning });
  const unsent: Unsent = {
    messageid: "u",
    ticketid: "t",
    content: "On its way",
    writtenOn: new Date(morning).toISOString(),
    trouble: null,
  };
  expect(kinds(listItems([written(1, -24 * 60)], [unsent], null))).toEqual([
    "day",
    "message",
    "day",
    "unsent",
  ]);
  expect(kinds(listItems([written(1, 0)], [unsent], null))).toEqual(["day", "message", "unsent"]);
  vi.useRealTimers();
});

test("a subject is shown with the first mail and where it changes, not with each answer", () => {
  const about = (seq: number, subject: string) => written(seq, seq, { mail: mail({ subject }) });
  const mails = [about(1, "Two seats"), about(2, "Re: Two seats"), written(3, 3), about(4, "AW: two seats")];
  const items = listItems([...mails, about(5, "Invoice")], [], null);
  expect(items.flatMap((item) => (item.kind === "message" ? [item.newSubject] : []))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test("no day floats over another day or the line of new messages", () => {
  const items = listItems([written(1, 0), written(2, 1)], [], 1);
  const [, first, line, second] = items;
  if (!first || !line || !second) throw new Error("Four items are needed");
  expect(floatingDay([first])).not.toBeNull();
  expect(floatingDay([first, line])).toBeNull();
  expect(floatingDay(items)).toBeNull();
});
