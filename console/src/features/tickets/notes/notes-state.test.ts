import { expect, test } from "vitest";
import { at, eventLine, note } from "../../../sample/build.ts";
import { applyToNotes, lacks, type NotesState, withOlder } from "./notes-state.ts";

const state: NotesState = { notes: [note({ created_on: at(10) })], lines: [], cursor: at(5) };
const applied = (event: Parameters<typeof applyToNotes>[1]) => applyToNotes(state, event);

test("a ticket that is not loaded ignores its events", () => {
  expect(applyToNotes(undefined, { name: "newNote", payload: note() })).toBeUndefined();
});

test("a change of a note before the loaded ones waits for its page", () => {
  const payload = note({ noteid: "x", created_on: at(3), edited_on: at(20) });
  expect(applied({ name: "updateNote", payload })).toBe(state);
});

test("a deletion is not undone by an edit that it overtook", () => {
  const deleted = applied({
    name: "updateNote",
    payload: note({ created_on: at(10), deleted_on: at(12), content: "" }),
  });
  const late = note({ created_on: at(10), edited_on: at(11), content: "late" });
  expect(deleted && applyToNotes(deleted, { name: "updateNote", payload: late })).toBe(deleted);
});

test("an earlier page joins, keeps what events have changed, and moves the cursor", () => {
  const edited = note({ created_on: at(10), edited_on: at(11), content: "new" });
  const now = applied({ name: "updateNote", payload: edited }) ?? state;
  const older = note({ noteid: "y", created_on: at(4) });
  const page = {
    notes: [note({ created_on: at(10) }), older],
    lines: [eventLine({ created_on: at(2) })],
    cursor: null,
  };
  expect(withOlder(now, page)).toEqual({ notes: [older, edited], lines: page.lines, cursor: null });
});

test("entries of the cursor's own moment may be missing", () => {
  expect(lacks({ cursor: at(5) }, at(5))).toBe(true);
  expect(lacks({ cursor: `${at(5)}~7` }, at(5))).toBe(true);
  expect(lacks({ cursor: at(5) }, at(6))).toBe(false);
  expect(lacks({ cursor: null }, "")).toBe(false);
  expect(lacks({ cursor: at(5) }, "")).toBe(true);
});
