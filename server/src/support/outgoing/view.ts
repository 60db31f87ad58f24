/** Shapes texts that have not left for the wire. */
import type { KeptMail } from "@parley/contract/mail";
import type { Outgoing } from "@parley/contract/outgoing";
import type { Platform } from "@parley/contract/values";
import { sql } from "kysely";
import { fileLink } from "../../files/links.ts";
import { filesById, viewFile } from "../../files/view.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { isOfTicket } from "../ticket/merged.ts";
import { dueOf, type OutgoingRow } from "./rows.ts";

export async function viewOutgoing(scope: Scope, row: OutgoingRow): Promise<Outgoing> {
  const [view] = await viewAllOutgoing(scope, [row]);
  if (!view) throw new Error("A text went missing between its row and its view");
  return view;
}

/** A text that was taken back. A mail is complete, since it returns to its composer. */
export async function viewDropped(scope: Scope, row: OutgoingRow): Promise<Outgoing> {
  const view = await viewOutgoing(scope, row);
  return { ...view, mail: view.mail && { ...view.mail, html: row.mail?.html ?? "" } };
}

/** Order is kept. */
export async function viewAllOutgoing(scope: Scope, rows: OutgoingRow[]): Promise<Outgoing[]> {
  if (rows.length === 0) return [];
  const tickets = await ticketsOf(scope, rows);
  const platforms = await platformsOf(scope, rows);
  const writers = await writersOf(scope, rows);
  const mailFiles = await filesOfMails(scope, rows);
  // The document of a mail is no file of it.
  const fileIds = rows.flatMap(({ file_id, mail }) => (mail ? [] : (file_id ?? [])));
  const files = fileIds.length > 0 ? await filesById(scope, fileIds) : new Map();
  return rows.map((row) => {
    const ticket = row.ticket_id ? tickets.get(row.ticket_id) : firstOf(row, platforms);
    if (!ticket) throw new Error("A text that has not left has a ticket");
    const isText = row.type === "text";
    return {
      messageid: row.id,
      ticketid: ticket.id,
      channelid: row.channel_id,
      client_name: ticket.name,
      platform: ticket.platform,
      userid: row.agent_id,
      user_name: writers.get(row.agent_id)?.name ?? "",
      writer_left: writers.get(row.agent_id)?.left ?? false,
      created_on: row.created_on.toISOString(),
      type: row.type,
      content: isText ? row.content : "",
      caption: isText ? null : row.content || null,
      originalMessageId: row.original_id,
      mail: row.mail && viewMail(scope, row.mail, mailFiles),
      macro: row.macro,
      held: row.held,
      due_on: dueOf(row)?.toISOString() ?? null,
      stopped_on: row.stopped_on?.toISOString() ?? null,
      reason: row.stopped_why,
      ...viewFile(scope, row.type, row.file_id && !row.mail ? files.get(row.file_id) : undefined),
    };
  });
}

type Files = Map<string, { id: string; name: string; size: number | null; media_type: string | null }>;

/** Shows it as a draft. The kind of an answer is that of its addressees. */
function viewMail(scope: Scope, mail: KeptMail, files: Files): NonNullable<Outgoing["mail"]> {
  const { to, cc, bcc, subject, quoted, forward, aboutid = null, fileids, html } = mail;
  const answer = to.length + cc.length > 1 ? "all" : "reply";
  return {
    ...{ kind: forward ? "forward" : answer, about: aboutid, quoted, to, cc, bcc, subject, html: null },
    files: [...new Set(fileids)].flatMap((fileid) => {
      const file = files.get(fileid);
      if (!file) return [];
      const { name, size, media_type: type } = file;
      const path = fileLink(scope, fileid, "original", name);
      return { fileid, name, size, type, path, inline: html.includes(`cid:${fileid}`) };
    }),
  };
}

async function filesOfMails({ db, companyId }: Scope, rows: OutgoingRow[]): Promise<Files> {
  const ids = rows.flatMap(({ mail }) => mail?.fileids ?? []);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom("file")
    .select(["id", "name", "size", "media_type"])
    .where("company_id", "=", companyId)
    .where("id", "in", [...new Set(ids)])
    .where("storage_key", "is not", null)
    .execute();
  return new Map(found.map((file) => [file.id, file]));
}

/** Stands for the ticket of a mail that begins one. */
function firstOf({ mail, channel_id }: OutgoingRow, platforms: Map<string, Platform>) {
  const platform = platforms.get(channel_id ?? "");
  const [to] = mail?.to ?? [];
  return platform && { id: null, platform, name: to?.name ?? to?.address ?? "" };
}

async function platformsOf({ db, companyId }: Scope, rows: OutgoingRow[]): Promise<Map<string, Platform>> {
  const ids = [...new Set(rows.flatMap(({ channel_id }) => channel_id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom("channel")
    .select(["id", "platform"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute();
  return new Map(found.map(({ id, platform }) => [id, platform]));
}

async function ticketsOf({ db, companyId }: Scope, rows: OutgoingRow[]) {
  const ids = [...new Set(rows.flatMap(({ ticket_id }) => ticket_id ?? []))];
  // A merged ticket's are those of its target.
  const { rows: found } = await sql<{ of: string; id: string; platform: Platform; name: string }>`
    select asked.of, ticket.id, ticket.platform, client.name from unnest(${ids}::uuid[]) asked(of)
    join ticket on ticket.company_id = ${companyId} and ${isOfTicket(sql`asked.of`)}
    join client on client.company_id = ticket.company_id and client.id = ticket.client_id`.execute(db);
  return new Map(found.map((ticket) => [ticket.of, ticket]));
}

type Writer = { name: string; left: boolean };

async function writersOf({ db, companyId }: Scope, rows: OutgoingRow[]): Promise<Map<string, Writer>> {
  const found = await db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name", "disabled_on"])
    .where("company_id", "=", companyId)
    .where("id", "in", [...new Set(rows.map(({ agent_id }) => agent_id))])
    .execute();
  return new Map(
    found.map((agent) => [agent.id, { name: agentName(agent), left: agent.disabled_on !== null }]),
  );
}
