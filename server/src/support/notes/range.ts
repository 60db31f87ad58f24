import { limits } from "@parley/contract/limits";
import type { NotesAnswer, notesQuery } from "@parley/contract/notes";
import { sql } from "kysely";
import type { z } from "zod";

/**
 * A part of a ticket's time: from one moment to before another, and before the cursor, whose time and event are `before`
 * and `number`.
 */
export type Range = {
  ticket: string;
  from: string;
  to: string;
  before: string;
  number: number;
  /** One more than a page shows whether more follows. */
  most: number;
  /** The beginning of a ticket is a line where it was merged into the one whose time it is. */
  begins: boolean;
};

/** Numbers of events are fewer in each ticket. */
const perTicket = 10_000_000;

/** The number of a line among those of several merged tickets: the place is that of its ticket. */
export const numberAt = (place: number, number: number): number => place * perTicket + number;

const beginning = "-infinity";
const end = "infinity";
/** At equal times an event stands below a note: a cursor at a note leaves no event of its time. */
const noEvent = 0;
const everyEvent = 2 ** 31 - 1;

export function rangeOf(ticket: string, { from, to, cursor }: z.output<typeof notesQuery>, place = 0): Range {
  const [before = end, number] = cursor?.split("~") ?? [];
  return {
    ticket,
    from: from ?? beginning,
    to: to ?? end,
    before,
    number: cursor ? Math.max(noEvent, Number(number ?? noEvent) - numberAt(place, 0)) : everyEvent,
    begins: place > 0,
    most: limits.notesPage + 1,
  };
}

/** The ranges as a table `r`, by their place. */
export function rangeTable(ranges: Range[]) {
  const placed = JSON.stringify(ranges.map((range, at) => ({ ...range, place: at + 1 })));
  return sql`jsonb_to_recordset(${placed}::jsonb) r (place integer, ticket uuid, "from" timestamptz, "to" timestamptz,
    before timestamptz, number integer, most integer, begins boolean)`;
}

type Entries = Pick<NotesAnswer, "notes" | "lines">;

/** A page of both, each the newest first. */
export function pageOf({ notes, lines }: Entries): NotesAnswer {
  const entries = [
    ...notes.map((note) => ({ at: note.created_on, number: 0, note })),
    ...lines.map((line) => ({ at: line.created_on, number: line.number, line })),
  ];
  // An event's number is above the note's 0, so that it stands below the note, the newest first.
  entries.sort((a, b) => (a.at === b.at ? b.number - a.number : a.at < b.at ? 1 : -1));
  const shown = entries.slice(0, limits.notesPage);
  const last = shown.at(-1);
  const more = entries.length > shown.length && last;
  return {
    notes: shown.flatMap((entry) => ("note" in entry ? [entry.note] : [])),
    lines: shown.flatMap((entry) => ("line" in entry ? [entry.line] : [])),
    cursor: more ? `${last.at}${last.number > 0 ? `~${last.number}` : ""}` : null,
  };
}
