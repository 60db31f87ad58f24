import { expect, test } from "vitest";
import { at, eventLine, message, note } from "../../../sample/build.ts";
import { listItems } from "./list-items.ts";
import { besideOf, timeline } from "./timeline.ts";

const said = (seq: number, minute: number) => message({ seq, messageid: `m${seq}`, created_on: at(minute) });
const noted = (name: string, minute: number) => note({ noteid: name, created_on: at(minute) });
const line = (number: number, minute: number) => eventLine({ number, created_on: at(minute) });
const names = (entries: ReturnType<typeof timeline>) =>
  entries.map((entry) =>
    "message" in entry
      ? entry.message.messageid
      : entry.item.kind === "note"
        ? entry.item.note.noteid
        : entry.item.lines.map(({ number }) => number),
  );

test("entries stand by their time; at one moment the message comes first, then the note, then the event", () => {
  const beside = { notes: [noted("early", 1), noted("same", 5)], lines: [line(1, 5), line(2, 9)] };
  expect(names(timeline([said(1, 0), said(2, 5), said(3, 10)], beside))).toEqual([
    "m1",
    "early",
    "m2",
    "same",
    [1, 2],
    "m3",
  ]);
});

test("the beginning of a merged ticket stands above its first message, which is as old", () => {
  const began = eventLine({ number: 7, kind: "ticket_create", created_on: at(5) });
  const beside = { notes: [], lines: [line(1, 2), began, line(2, 5)] };
  expect(names(timeline([said(1, 0), said(2, 5)], beside))).toEqual(["m1", [1, 7], "m2", [2]]);
});

test("event lines with a note or a message between them are apart", () => {
  const beside = { notes: [noted("a", 2)], lines: [line(1, 1), line(2, 3), line(3, 6)] };
  expect(names(timeline([said(1, 0), said(2, 5)], beside))).toEqual(["m1", [1], "a", [2], "m2", [3]]);
});

test("an event before the shown messages waits for them, and a passage ends with its last message", () => {
  const known = { notes: [noted("old", 1), noted("mid", 6), noted("new", 20)], lines: [line(1, 2)] };
  const shown = [said(31, 5), said(32, 10)];
  expect(besideOf(shown, known, false).notes.map(({ noteid }) => noteid)).toEqual(["mid", "new"]);
  expect(besideOf(shown, known, true).notes.map(({ noteid }) => noteid)).toEqual(["mid"]);
  expect(besideOf(shown, known, false).lines).toEqual([]);
  expect(besideOf([said(1, 5)], known, false).notes).toHaveLength(3);
  expect(besideOf([], known, false)).toEqual({ notes: [], lines: [] });
});

test("a note between two messages of one writer parts them", () => {
  const messages = [said(1, 0), said(2, 2)];
  const shape = (notes: ReturnType<typeof noted>[]) =>
    listItems(messages, [], null, { notes, lines: [] }).flatMap((item): unknown[] => {
      if (item.kind === "message") return [[item.first, item.last]];
      return item.kind === "day" ? [] : [item.kind];
    });
  expect(shape([])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(shape([noted("a", 1)])).toEqual([[true, true], "note", [true, true]]);
});
