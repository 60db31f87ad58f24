/** A conversation's messages as its visitor sees them: the fields named here, and no others. */
import { isType } from "@parley/contract/timeline";
import type { VisitorMessage } from "@parley/contract/visitors";
import { type FileRow, filesById } from "../../../files/view.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { notFound } from "../../../floor/errors/errors.ts";
import { type MessageRow, previewOf } from "../../../support/messages/append.ts";
import type { TicketRow } from "../../../support/ticket/access.ts";
import { pictureLink } from "../widget/picture.ts";
import { accessConversation } from "./conversations.ts";
import { visitorFileLink } from "./links.ts";
import type { Session } from "./session.ts";

type Shown = Pick<Session, "key">;
type TicketKey = Pick<TicketRow, "id" | "channel_id" | "client_external_id">;
type Page = { before?: number | undefined; after?: number | undefined; limit: number };

/** Messages in order: those before or after a message, else the last ones. `more` says that there are others beyond. */
export async function listMessages(
  scope: Scope,
  session: Session,
  ticket: TicketRow,
  { before, after, limit }: Page,
): Promise<{ messages: VisitorMessage[]; more: boolean }> {
  const forward = after !== undefined;
  const rows = await messagesOf(scope, ticket.id)
    .$if(before !== undefined, (all) => all.where("seq", "<", before ?? 0))
    .$if(forward, (all) => all.where("seq", ">", after ?? 0))
    .orderBy("seq", forward ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  if (!forward) shown.reverse();
  return { messages: await viewMessages(scope, session, ticket, shown), more: rows.length > limit };
}

const messagesOf = ({ db, companyId }: Scope, ticketId: string) =>
  db.selectFrom("message").selectAll().where("company_id", "=", companyId).where("ticket_id", "=", ticketId);

/** A message of the visitor's, by the id that their frame gave it; 404 for any other. */
export async function accessMessage(
  scope: Scope,
  session: Session,
  messageId: string,
): Promise<{ ticket: TicketRow; message: MessageRow }> {
  const message = await findMessage(scope, session.channelId, messageId);
  if (!message) throw notFound();
  return { ticket: await accessConversation(scope, session, message.ticket_id), message };
}

/** A visitor's message is found by their frame's id, an agent's by its own. */
export async function findMessage(
  { db, companyId }: Scope,
  channelId: string,
  messageId: string,
): Promise<MessageRow | undefined> {
  const onChannel = db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId);
  return (
    (await onChannel.where("external_id", "=", messageId).executeTakeFirst()) ??
    (await onChannel.where("id", "=", messageId).where("is_agent", "=", true).executeTakeFirst())
  );
}

export async function viewMessage(
  scope: Scope,
  session: Shown,
  ticket: TicketKey,
  row: MessageRow,
): Promise<VisitorMessage> {
  const [view] = await viewMessages(scope, session, ticket, [row]);
  if (!view) throw new Error("A message went missing between its row and its view");
  return view;
}

export async function viewMessages(
  scope: Scope,
  session: Shown,
  ticket: TicketKey,
  rows: MessageRow[],
): Promise<VisitorMessage[]> {
  const originals = await originalsOf(scope, ticket, rows);
  const fileIds = distinct(rows.map(({ file_id }) => file_id));
  const files = fileIds.length === 0 ? new Map<string, FileRow>() : await filesById(scope, fileIds);
  const writers = await writersOf(scope, rows);
  return rows.map((row) => {
    const writer = row.agent_id ? writers.get(row.agent_id) : undefined;
    const original = row.original_id ? originals.get(row.original_id) : undefined;
    const file = row.file_id ? files.get(row.file_id) : undefined;
    return {
      messageid: idOf(row),
      conversation: ticket.id,
      seq: row.seq,
      mine: !row.is_agent,
      author: writer?.first_name ?? null,
      avatar: pictureLink(session.key, writer?.profile_pic ?? null),
      type: typeOf(row),
      content: contentOf(row),
      caption: row.caption,
      created_on: row.created_on.toISOString(),
      edited_on: row.edited_on?.toISOString() ?? null,
      automatic: row.is_agent && row.purpose !== null,
      file: file ? viewFile(scope, session, ticket, file) : null,
      reply_to: original
        ? {
            messageid: idOf(original),
            mine: !original.is_agent,
            type: typeOf(original),
            excerpt: previewOf(original),
          }
        : null,
      reaction: row.reaction,
      agent_reaction: row.agent_reaction,
    };
  });
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const idOf = ({ id, is_agent, external_id: external }: MessageRow) =>
  !is_agent && external && uuid.test(external) ? external : id;

const typeOf = ({ type }: MessageRow) => (type === "unsupported" ? "deleted" : type);

/** The desk's lines contain an agent's full name. */
const contentOf = ({ type, content }: MessageRow) =>
  isType(type, "crossesChannel") || type === "rating" ? content : "";

function viewFile(scope: Scope, session: Shown, ticket: TicketKey, file: FileRow): VisitorMessage["file"] {
  const { channel_id: channelId, client_external_id: externalId } = ticket;
  const link = (variant: "original" | "thumbnail", name: string) =>
    visitorFileLink(scope, session.key, { channelId, externalId, fileId: file.id, variant }, name);
  return {
    name: file.name,
    size: file.size,
    type: file.media_type,
    url: file.storage_key ? link("original", file.name) : null,
    thumbnail: file.thumbnail_key ? link("thumbnail", "thumbnail.webp") : null,
    width: file.width,
    height: file.height,
    duration: file.duration_ms,
    placeholder: file.state === "arriving",
  };
}

async function originalsOf(
  scope: Scope,
  ticket: TicketKey,
  rows: MessageRow[],
): Promise<Map<string, MessageRow>> {
  const ids = distinct(rows.map(({ original_id }) => original_id));
  if (ids.length === 0) return new Map();
  const found = await messagesOf(scope, ticket.id).where("id", "in", ids).execute();
  return new Map(found.map((row) => [row.id, row]));
}

async function writersOf({ db, companyId }: Scope, rows: MessageRow[]) {
  const ids = distinct(rows.map(({ agent_id }) => agent_id));
  if (ids.length === 0) return new Map<string, { first_name: string; profile_pic: string | null }>();
  const agents = await db
    .selectFrom("agent")
    .select(["id", "first_name", "profile_pic"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute();
  return new Map(agents.map((agent) => [agent.id, agent]));
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
