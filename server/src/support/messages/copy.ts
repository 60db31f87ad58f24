/** Copies of messages in a ticket that is split off. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { copyFiles } from "../../files/copy-rows.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import { appendMessage, type MessageRow } from "./append.ts";

/**
 * Copies messages, with their mails and files, to the beginning of an empty ticket, in their order and with their times. The
 * client has the originals: a copy has neither a provider's id nor a status or reactions, and is not counted as the client's.
 */
export async function copyMessages(scope: Scope, ticket: TicketRow, originals: MessageRow[]): Promise<void> {
  const ids = new Map(originals.map(({ id }) => [id, randomUUID()]));
  const files = await copyFiles(scope, ticket, await filesOf(scope, originals));
  const copyOf = (known: Map<string, string>, id: string | null) => (id && known.get(id)) || null;
  let copied = ticket;
  for (const original of originals) {
    const appended = await appendMessage(
      { ...scope, now: original.created_on },
      copied,
      {
        id: copyOf(ids, original.id) as string,
        split_from: original.id,
        type: original.type,
        is_agent: original.is_agent,
        agent_id: original.agent_id,
        author: original.author,
        content: original.content,
        caption: original.caption,
        album: original.album,
        template: original.template,
        purpose: original.purpose === "automatic" ? "automatic" : null,
        edited_on: original.edited_on,
        has_mail: original.has_mail,
        file_id: copyOf(files, original.file_id),
        original_id: copyOf(ids, original.original_id),
      },
      { copied: true },
    );
    if (!appended) throw new Error("A copy was taken for a repeat");
    copied = appended.ticket;
  }
  await copyMails(scope, ticket, ids, files);
}

/** The ids of all files that the messages name. */
async function filesOf({ db, companyId }: Scope, messages: MessageRow[]): Promise<Set<string>> {
  const ids = messages.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select file_id as id from message_file where company_id = ${companyId} and message_id = any(${ids}::uuid[])
    union select unnest(array[html_file_id, raw_file_id]) from message_mail
      where company_id = ${companyId} and message_id = any(${ids}::uuid[])`.execute(db);
  return new Set(
    [...messages.map(({ file_id }) => file_id), ...rows.map(({ id }) => id)].filter((id) => id !== null),
  );
}

/** The ids of the mails lead to the originals: what answers one of them stays on their thread. */
async function copyMails(
  { db, companyId }: Scope,
  { id: ticketId }: TicketRow,
  messages: Map<string, string>,
  files: Map<string, string>,
): Promise<void> {
  const message = JSON.stringify(Object.fromEntries(messages));
  const file = JSON.stringify(Object.fromEntries(files));
  const ids = [...messages.keys()];
  await sql`insert into message_mail select r.* from message_mail x
    cross join lateral jsonb_populate_record(x, jsonb_build_object('ticket_id', ${ticketId}::uuid,
      'message_id', ${message}::jsonb ->> x.message_id::text, 'quoted_id', ${message}::jsonb ->> x.quoted_id::text,
      'html_file_id', ${file}::jsonb ->> x.html_file_id::text, 'raw_file_id', ${file}::jsonb ->> x.raw_file_id::text,
      'content_hash', null)) r
    where x.company_id = ${companyId} and x.message_id = any(${ids}::uuid[])`.execute(db);
  await sql`insert into message_file select r.* from message_file x
    cross join lateral jsonb_populate_record(x, jsonb_build_object(
      'message_id', ${message}::jsonb ->> x.message_id::text, 'file_id', ${file}::jsonb ->> x.file_id::text)) r
    where x.company_id = ${companyId} and x.message_id = any(${ids}::uuid[])`.execute(db);
}
