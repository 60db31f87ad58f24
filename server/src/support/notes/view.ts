/** Shapes a note for the wire, with its writer's name and its file. */
import type { Note } from "@parley/contract/notes";
import { filesById, viewFile } from "../../files/view.ts";
import { agentName } from "../../floor/actors/name.ts";
import { lookUp, rowsById } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { mentionsOfNotes, type NoteRow } from "./queries.ts";

/** At most three statements, however many notes; none without notes. */
export async function viewNotes(scope: Scope, rows: NoteRow[]): Promise<Note[]> {
  if (rows.length === 0) return [];
  const fileIds = rows.flatMap(({ file_id }) => file_id ?? []);
  const files = fileIds.length > 0 ? await filesById(scope, fileIds) : new Map();
  const agents = [...new Set(rows.flatMap(({ agent_id }) => agent_id ?? []))];
  const writers = agents.length > 0 ? await lookUp(scope, writersById, agents) : [];
  const mentions = Map.groupBy(
    await lookUp(
      scope,
      mentionsOfNotes,
      rows.map(({ id }) => id),
    ),
    ({ note_id }) => note_id,
  );
  const names = new Map(writers.map((writer) => [writer.id, agentName(writer)]));
  return rows.map((row) => ({
    noteid: row.id,
    ticketid: row.ticket_id,
    created_on: row.created_on.toISOString(),
    userid: row.agent_id,
    user_name: row.author ?? names.get(row.agent_id ?? "") ?? "",
    ...(row.rule_id && { ruleid: row.rule_id }),
    type: row.type,
    content: row.content,
    edited_on: row.edited_on?.toISOString() ?? null,
    deleted_on: row.deleted_on?.toISOString() ?? null,
    ...(mentions.has(row.id) && { mentions: mentions.get(row.id)?.map(({ note_id: _, ...one }) => one) }),
    ...viewFile(scope, row.type, row.file_id ? files.get(row.file_id) : undefined),
  }));
}

export async function viewNote(scope: Scope, row: NoteRow): Promise<Note> {
  const [view] = await viewNotes(scope, [row]);
  if (!view) throw new Error("A note went missing between its row and its view");
  return view;
}

const writersById = rowsById(({ db, companyId }, ids) =>
  db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute(),
);
