/**
 * A ticket's notes and event lines in the console, oldest first: all of them after the cursor, up to now. Without a
 * cursor they go back to the ticket's beginning.
 */
import type { ServerEvents } from "@parley/contract/events";
import type { EventLine, Note, NotesAnswer } from "@parley/contract/notes";

export type NotesState = NotesAnswer;

export type NotesEvent =
  | { name: "newNote" | "updateNote"; payload: Note }
  | { name: "newEventLine"; payload: ServerEvents["newEventLine"] };

/** Adds a page that lies before the known entries. Where both have a note, the later change stays. */
export function withOlder(state: NotesState, older: NotesAnswer): NotesState {
  return {
    notes: older.notes.reduce(putNote, state.notes),
    lines: older.lines.reduce(putLine, state.lines),
    cursor: older.cursor,
  };
}

/** Applying an event twice, or one that overtook another, changes nothing. */
export function applyToNotes(state: NotesState | undefined, event: NotesEvent): NotesState | undefined {
  if (!state) return state;
  if (event.name === "newEventLine") {
    const lines = putLine(state.lines, event.payload);
    return lines === state.lines ? state : { ...state, lines };
  }
  const { payload: note } = event;
  const known = state.notes.some(({ noteid }) => noteid === note.noteid);
  // A note before the cursor comes with its page.
  if (!known && state.cursor !== null && note.created_on <= timeOf(state.cursor)) return state;
  const notes = putNote(state.notes, note);
  return notes === state.notes ? state : { ...state, notes };
}

/** The time of a cursor: entries of that time are known in part. */
export const timeOf = (cursor: string): string => cursor.split("~")[0] ?? cursor;

/** True if entries at or after this time may be missing. */
export const lacks = ({ cursor }: Pick<NotesState, "cursor">, since: string): boolean =>
  cursor !== null && timeOf(cursor) >= since;

/** The time of the last change: it tells the later of two views of a note. */
const changedOn = ({ created_on, edited_on, deleted_on }: Note) => deleted_on ?? edited_on ?? created_on;

function putNote(notes: Note[], note: Note): Note[] {
  const index = notes.findIndex(({ noteid }) => noteid === note.noteid);
  const known = notes[index];
  if (!known) return [...notes, note].sort((a, b) => compare(a.created_on, b.created_on));
  if (known.deleted_on || changedOn(note) < changedOn(known) || isSame(known, note)) return notes;
  return notes.with(index, note);
}

const isSame = (one: Note, other: Note) =>
  one.content === other.content && changedOn(one) === changedOn(other) && one.path === other.path;

function putLine(lines: EventLine[], line: EventLine): EventLine[] {
  if (lines.some(({ number }) => number === line.number)) return lines;
  return [...lines, line].sort((a, b) => compare(a.created_on, b.created_on) || a.number - b.number);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
