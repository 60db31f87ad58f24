/** Applies an agent's edit or deletion of a message of the desk, once the client's side has it. */
import type { MessageHistory } from "@parley/contract/sent-changes";
import { type Insertable, sql, type Updateable } from "kysely";
import { removeFileRow } from "../../files/remove-row.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { MessageTable, MessageVersionTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import type { TicketRow } from "../ticket/access.ts";
import type { MessageRow } from "./append.ts";
import { changeLastWords } from "./last-words.ts";
import { mediaFields, publishMessageUpdate } from "./publish.ts";

export type Wanted = { kind: "edit"; content: string } | { kind: "delete" };

/** The message as it is after the change. Under the ticket's lock. `by` is the agent who asked for it. */
export async function applyChange(
  context: Context,
  scope: Scope,
  { ticket, message, by }: { ticket: TicketRow; message: MessageRow; by: string },
  wanted: Wanted,
): Promise<MessageRow> {
  await keepVersion(scope, message, wanted.kind, by);
  const changed = await updateMessage(scope, message, {
    ...(wanted.kind === "edit" ? edited(scope, message, wanted.content) : deleted(message)),
    change: null,
  });
  if (wanted.kind === "delete" && message.file_id) await removeFileRow(context, scope, message.file_id);
  await changeLastWords(scope, ticket, changed);
  const fields = ["content", "caption", "edited_on", "change"] as const;
  const all = wanted.kind === "edit" ? fields : [...fields, "type" as const, ...mediaFields];
  await publishMessageUpdate(scope, ticket, changed, [...all]);
  await record(scope, {
    kind: wanted.kind === "edit" ? "message_edit" : "message_delete",
    subject: ticket.id,
    facts: { client: ticket.client_id, message: message.id, agent: by },
    by: { kind: "agent", id: by },
  });
  return changed;
}

const edited = ({ now }: Scope, { file_id }: MessageRow, content: string): Updateable<MessageTable> => ({
  ...(file_id ? { caption: content || null } : { content }),
  edited_on: now,
});

/** One that had not left yet never leaves. */
const deleted = ({ status }: MessageRow): Updateable<MessageTable> => ({
  type: "deleted",
  content: "",
  caption: null,
  file_id: null,
  reaction: null,
  agent_reaction: null,
  agent_reaction_reason: null,
  ...(status === "queued" && { status: null, next_attempt_on: null }),
});

async function keepVersion(
  { db, companyId, now }: Scope,
  { id, ticket_id, type, content, caption, file_id }: MessageRow,
  kind: Wanted["kind"],
  by: string,
): Promise<void> {
  const row: Insertable<MessageVersionTable> = {
    company_id: companyId,
    message_id: id,
    number: sql<number>`(select coalesce(max(number), 0) + 1 from message_version
      where company_id = ${companyId} and message_id = ${id})` as never,
    ...{ ticket_id, kind, type, content, caption, agent_id: by, changed_on: now },
    file_name:
      file_id &&
      (sql<string>`(select name from file where company_id = ${companyId} and id = ${file_id})` as never),
  };
  await db.insertInto("message_version").values(row).execute();
}

/** Notes what waits for the provider, or whose answer was lost; null when nothing does any more. */
export async function noteChange(
  scope: Scope,
  ticket: TicketRow,
  message: MessageRow,
  change: MessageRow["change"],
): Promise<MessageRow> {
  const noted = await updateMessage(scope, message, { change });
  await publishMessageUpdate(scope, ticket, noted, ["change"]);
  return noted;
}

function updateMessage(
  scope: Scope,
  { ticket_id, seq }: MessageRow,
  to: Updateable<MessageTable>,
): Promise<MessageRow> {
  return scope.db
    .updateTable("message")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket_id)
    .where("seq", "=", seq)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lists what a message said before each change, the oldest first. */
export async function listVersions(scope: Scope, { id }: MessageRow): Promise<MessageHistory> {
  const rows = await scope.db
    .selectFrom("message_version as version")
    .innerJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "version.company_id").onRef("agent.id", "=", "version.agent_id"),
    )
    .select(["version.kind", "version.type", "version.content", "version.caption", "version.file_name"])
    .select(["version.agent_id", "version.changed_on", "agent.first_name", "agent.last_name"])
    .where("version.company_id", "=", scope.companyId)
    .where("version.message_id", "=", id)
    .orderBy("version.number")
    .limit(1_000)
    .execute();
  return rows.map(({ agent_id, changed_on, first_name, last_name, ...version }) => ({
    ...version,
    userid: agent_id,
    user_name: agentName({ first_name, last_name }),
    changed_on: changed_on.toISOString(),
  })) as MessageHistory;
}
