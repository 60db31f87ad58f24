import type { NotesAnswer, notesQuery } from "@parley/contract/notes";
import type { z } from "zod";
import { lookUp } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import { linesInRanges, shapeLine } from "./lines.ts";
import { notesInRanges } from "./queries.ts";
import { pageOf, rangeOf } from "./range.ts";
import { viewNotes } from "./view.ts";

/** The ticket's notes and event lines of a range, the newest first, at most a page of both together. */
export async function listNotes(
  scope: Scope,
  ticket: TicketRow,
  query: z.output<typeof notesQuery>,
): Promise<NotesAnswer> {
  const range = rangeOf(ticket.id, query);
  const notes = await viewNotes(scope, await lookUp(scope, notesInRanges, range));
  const lines = (await lookUp(scope, linesInRanges, range)).map(shapeLine);
  return pageOf({ notes, lines });
}
