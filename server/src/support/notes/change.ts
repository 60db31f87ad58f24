import type { deleteNote as deleteBody, editNote as editBody, Note } from "@parley/contract/notes";
import type { Updateable } from "kysely";
import type { z } from "zod";
import { removeFileRow } from "../../files/remove-row.ts";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { NoteTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, notFound } from "../../floor/errors/errors.ts";
import { accessLocked, type TicketRow } from "../ticket/access.ts";
import { membersOf } from "../ticket/merged.ts";
import { checkMentions } from "./check-mentions.ts";
import { mention, mentionsJust } from "./mentions.ts";
import { findNote, type NoteRow } from "./queries.ts";
import { viewNote } from "./view.ts";
import { isOwn, tell } from "./write.ts";

/** Changes the text of the writer's own note; `edited_on` says so. The same text with the same mentions changes nothing. */
export async function editNote(
  scope: Scope<ProgramActor>,
  { content, mentions, ...which }: z.output<typeof editBody>,
): Promise<Note> {
  const { ticket, note } = await accessOwn(scope, which);
  if (note.deleted_on) throw conflict("conflict", "note_deleted");
  const mentioned = mentions && (await checkMentions(scope, ticket, mentions));
  const same = note.content === content && (!mentioned || (await mentionsJust(scope, note.id, mentioned)));
  if (same) return viewNote(scope, note);
  if (mentioned) await mention(scope, ticket, note.id, mentioned);
  const edited = await change(scope, note, { content, edited_on: scope.now });
  return tell(scope, ticket, "ticket_note_edit", edited);
}

/** Empties the writer's own note; who wrote it and when it was deleted stay. A deleted one stays as it is. */
export async function deleteNote(
  context: Context,
  scope: Scope<ProgramActor>,
  which: z.output<typeof deleteBody>,
): Promise<Note> {
  const { ticket, note } = await accessOwn(scope, which);
  if (note.deleted_on) return viewNote(scope, note);
  const emptied = { content: "", type: "text", file_id: null, edited_on: null } as const;
  const deleted = await change(scope, note, { ...emptied, deleted_on: scope.now });
  await mention(scope, ticket, note.id, []);
  if (note.file_id) await removeFileRow(context, scope, note.file_id);
  return tell(scope, ticket, "ticket_note_delete", deleted);
}

type Which = { ticketid: string; noteid: string };

async function accessOwn(
  scope: Scope<ProgramActor>,
  { ticketid, noteid }: Which,
): Promise<{ ticket: TicketRow; note: NoteRow }> {
  const ticket = await accessLocked(scope, ticketid, "read");
  const note = await findNote(scope, noteid);
  if (!note || !membersOf(ticket).includes(note.ticket_id)) throw notFound();
  if (!isOwn(scope, note)) throw forbidden("note_of_another");
  return { ticket, note };
}

function change(scope: Scope, { id }: NoteRow, to: Updateable<NoteTable>): Promise<NoteRow> {
  return scope.db
    .updateTable("note")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
