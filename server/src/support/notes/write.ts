import type { Note, writeNote as writeBody } from "@parley/contract/notes";
import { type Insertable, sql } from "kysely";
import type { z } from "zod";
import type { ChangingActor, ProgramActor } from "../../floor/actors/actor.ts";
import type { NoteTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessLocked, type TicketRow } from "../ticket/access.ts";
import { checkMentions, type Mentioned } from "./check-mentions.ts";
import { mention } from "./mentions.ts";
import { findNote, type NoteRow } from "./queries.ts";
import { viewNote } from "./view.ts";

/** Writes a note in a ticket that the writer sees or was mentioned in, at any stage. A repeat of `noteid` returns the existing note. */
export async function writeNote(
  scope: Scope<ProgramActor>,
  { ticketid, noteid, content, mentions }: z.output<typeof writeBody>,
): Promise<Note> {
  const ticket = await accessLocked(scope, ticketid, "read");
  const repeat = await findNoteRepeat(scope, ticket, noteid);
  if (repeat) return repeat;
  const mentioned = await checkMentions(scope, ticket, mentions);
  return insertNote(scope, ticket, { type: "text", content, id: noteid }, mentioned);
}

/** Writes the note that goes along with a move of the locked ticket, for those who see it where it is now. */
export async function handOverNote(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  note: { noteid: string; content: string } | undefined,
): Promise<void> {
  if (!note || (await findNoteRepeat(scope, ticket, note.noteid))) return;
  await insertNote(scope, ticket, { type: "text", content: note.content, id: note.noteid });
}

/** The existing note, when its writer repeats it in this ticket. An id of anything else is refused without saying what. */
export async function findNoteRepeat(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  noteId: string | undefined,
): Promise<Note | null> {
  const known = noteId && (await findNote(scope, noteId));
  if (!known) return null;
  if (known.ticket_id !== ticket.id || !isOwn(scope, known)) throw idInUse();
  return viewNote(scope, known);
}

/** A program or a rule has no row among the agents: its name stays with the note. */
function writerOf({ actor }: Scope<ChangingActor>) {
  if (actor.kind === "agent") return { agent_id: actor.id };
  return { [actor.kind === "rule" ? "rule_id" : "key_id"]: actor.id, author: actor.name };
}

export const isOwn = ({ actor }: Scope<ProgramActor>, note: Pick<NoteRow, "agent_id" | "key_id">): boolean =>
  (actor.kind === "agent" ? note.agent_id : note.key_id) === actor.id;

const idInUse = () => conflict("conflict", "message_id_taken");

type NoteDraft = Pick<Insertable<NoteTable>, "type" | "content" | "id" | "file_id">;

/**
 * The ticket is locked: the note comes after its last message and every earlier note, and so does the event that tells
 * of it.
 */
export async function insertNote(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  draft: NoteDraft,
  mentioned: Mentioned[] = [],
): Promise<Note> {
  const row = await scope.db
    .insertInto("note")
    .values({
      company_id: scope.companyId,
      ticket_id: ticket.id,
      ...writerOf(scope),
      ...draft,
      created_on: sql<Date>`greatest(${scope.now}::timestamptz, ${ticket.last_message_on}::timestamptz,
        (select max(created_on) + interval '1 millisecond' from note
          where company_id = ${scope.companyId} and ticket_id = ${ticket.id}))`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // The same id came a moment ago, in another ticket.
  if (!row) throw idInUse();
  if (mentioned.length > 0) await mention(scope, ticket, row.id, mentioned);
  return tell(scope, ticket, "ticket_note", row);
}

/** Records what happened to a note of the locked ticket. */
export async function tell(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  kind: "ticket_note" | "ticket_note_edit" | "ticket_note_delete",
  row: NoteRow,
): Promise<Note> {
  const note = await viewNote(scope, row);
  const inHand = { note, departmentId: ticket.department_id };
  await record(scope, { kind, subject: ticket.id, facts: { note: row.id }, inHand });
  return note;
}
