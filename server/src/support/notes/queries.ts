/** Reads of notes of a ticket that the caller has access to. */
import type { Mention } from "@parley/contract/notes";
import { type Selectable, sql } from "kysely";
import { byPlace, type Finder } from "../../floor/database/batch.ts";
import type { NoteTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { type Range, rangeTable } from "./range.ts";

export type NoteRow = Selectable<NoteTable>;

/**
 * The newest first. Times of a ticket's notes are distinct; a cursor at an event has a number, and leaves the note of
 * its time.
 */
export const notesInRanges: Finder<Range, NoteRow[]> = async ({ db, companyId }, ranges) => {
  const { rows } = await sql<NoteRow & { place: number }>`select r.place, n.*
    from ${rangeTable(ranges)}
    cross join lateral (
      select * from note
      where company_id = ${companyId} and ticket_id = r.ticket and created_on >= r."from" and created_on < r."to"
        and created_on <= r.before and (created_on, 0) < (r.before, r.number)
      order by created_on desc
      limit r.most
    ) n
    order by r.place, n.created_on desc`.execute(db);
  return byPlace(ranges, rows);
};

/** The mentions that notes have now, in the order of their names. */
export const mentionsOfNotes: Finder<string[], (Mention & { note_id: string })[]> = async (scope, lists) => {
  const rows = await scope.db
    .selectFrom("note_mention")
    .select(["note_id", "agent_id", "department_id", "name"])
    .where("company_id", "=", scope.companyId)
    .where("note_id", "in", lists.flat())
    .where("removed_on", "is", null)
    .orderBy("name")
    .execute();
  const mentions = rows.map(({ note_id, agent_id, department_id, name }) => ({
    note_id,
    name,
    ...(agent_id && { userid: agent_id }),
    ...(department_id && { departmentid: department_id }),
  }));
  return lists.map((ids) => mentions.filter(({ note_id }) => ids.includes(note_id)));
};

/** Finds by id, and only within the company: the caller must compare the ticket. */
export function findNote(scope: Scope, noteId: string): Promise<NoteRow | undefined> {
  return scope.db
    .selectFrom("note")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", noteId)
    .executeTakeFirst();
}
