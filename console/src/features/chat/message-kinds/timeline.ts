/**
 * Interleaves messages, notes and event lines by time. At equal times the message comes first, then note and event; the beginning
 * of a merged ticket stands above its first message.
 */
import type { Message } from "@parley/contract/messages";
import type { EventLine, Note } from "@parley/contract/notes";

export type Beside = { notes: Note[]; lines: EventLine[] };

type BesideItem =
  | { kind: "note"; key: string; note: Note }
  | { kind: "lines"; key: string; lines: EventLine[] };

export type Entry = { at: string; message: Message } | { at: string; item: BesideItem };

export const messageAt = (entries: Entry[], index: number): Message | undefined => {
  const entry = entries[index];
  return entry && "message" in entry ? entry.message : undefined;
};

/** Event lines with nothing between them are one entry. Notes and lines are given oldest first, as messages are. */
export function timeline(messages: Message[], { notes, lines }: Beside): Entry[] {
  const entries: Entry[] = [];
  const [waiting, happened] = [[...notes], [...lines]];
  const putUntil = (time: string | null) => {
    for (;;) {
      const [note] = waiting;
      const [line] = happened;
      const noteFirst = note && (!line || note.created_on <= line.created_on);
      const next = noteFirst ? note : line;
      if (!next) return;
      const stands = time === null || next.created_on < time || (beginsAt(line, time) && !noteFirst);
      if (!stands) return;
      if (noteFirst) {
        waiting.shift();
        const item = { kind: "note" as const, key: `note:${note.noteid}`, note };
        entries.push({ at: note.created_on, item });
      } else if (line) {
        happened.shift();
        putLine(entries, line);
      }
    }
  };
  for (const message of messages) {
    putUntil(message.created_on);
    entries.push({ at: message.created_on, message });
  }
  putUntil(null);
  return entries;
}

const beginsAt = (line: EventLine | undefined, time: string) =>
  line?.kind === "ticket_create" && line.created_on === time;

function putLine(entries: Entry[], line: EventLine): void {
  const last = entries.at(-1);
  if (last && "item" in last && last.item.kind === "lines" && sameDay(last.at, line.created_on)) {
    last.item.lines.push(line);
    return;
  }
  const item = { kind: "lines" as const, key: `lines:${line.number}`, lines: [line] };
  entries.push({ at: line.created_on, item });
}

const sameDay = (one: string, other: string) =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** The entries since the first of the shown messages, and no later than the end of a passage. */
export function besideOf(shown: Message[], known: Beside | undefined, inPassage: boolean): Beside {
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || !known) return { notes: [], lines: [] };
  const from = first.seq === 1 ? "" : first.created_on;
  const belongs = ({ created_on: at }: { created_on: string }) =>
    at >= from && (!inPassage || at <= last.created_on);
  return { notes: known.notes.filter(belongs), lines: known.lines.filter(belongs) };
}
