import type { EventLine, Note, NotesAnswer, notesQuery } from "@parley/contract/notes";
import type { z } from "zod";
import { lookUp } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import { membersOf } from "../ticket/merged.ts";
import { linesInRanges, shapeLine } from "./lines.ts";
import { notesInRanges } from "./queries.ts";
import { numberAt, pageOf, rangeOf } from "./range.ts";
import { viewNotes } from "./view.ts";

/**
 * The notes and event lines of a range, the newest first, at most a page of both together: of the ticket, and of those that
 * were merged into it, whose beginning is a line too.
 */
export async function listNotes(
  scope: Scope,
  ticket: TicketRow,
  query: z.output<typeof notesQuery>,
): Promise<NotesAnswer> {
  const notes: Note[] = [];
  const lines: EventLine[] = [];
  for (const [place, id] of membersOf(ticket).entries()) {
    const range = rangeOf(id, query, place);
    const ofTicket = await viewNotes(scope, await lookUp(scope, notesInRanges, range));
    notes.push(...ofTicket.map((note) => ({ ...note, ticketid: ticket.id })));
    const found = (await lookUp(scope, linesInRanges, range)).map(shapeLine);
    lines.push(
      ...found.map((line) => ({ ...line, ticketid: ticket.id, number: numberAt(place, line.number) })),
    );
  }
  return pageOf({ notes, lines });
}
