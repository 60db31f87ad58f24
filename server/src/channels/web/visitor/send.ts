/** A visitor's message. It is received as a provider's would be, so that all after it is as on any channel. */
import { randomUUID } from "node:crypto";
import { contentKinds, type FileKind } from "@parley/contract/channel-declaration";
import type { VisitorConversation, VisitorMessage, visitorSend } from "@parley/contract/visitors";
import type { z } from "zod";
import type { Context } from "../../../context.ts";
import type { Scope } from "../../../database/scope.ts";
import { conflict, forbidden, invalid, Refusal, signedOut } from "../../../errors.ts";
import type { TicketRow } from "../../../ticket/access.ts";
import type { IncomingMessage, Sender } from "../../adapters/adapter.ts";
import { receiveDecided } from "../../receive.ts";
import { settingsOf } from "../widget/settings.ts";
import { beginVisitor } from "./begin.ts";
import type { Presented } from "./channel.ts";
import { accessConversation, findOpen, viewConversation } from "./conversations.ts";
import { fillVisitor } from "./identify.ts";
import { accessMessage, findMessage, viewMessage } from "./messages.ts";
import { asVisitor, findSession, type Session } from "./session.ts";
import { takeUpload } from "./upload.ts";

type Body = z.output<typeof visitorSend>;

/** A repeat of the message's id answers the message that is there. 401 for an unknown token without `first`. */
export async function sendAsVisitor(
  context: Context,
  presented: Presented,
  body: Body,
  /** Before a visitor is made. */
  beforeFirst: () => Promise<void>,
): Promise<{ conversation: VisitorConversation; message: VisitorMessage }> {
  if (body.type === "text" ? !body.content : !body.fileid) throw invalid("text_or_file");
  let allowed = false;
  const known = await asKnown(context, presented);
  if (!known) {
    if (!body.first) throw signedOut();
    await beforeFirst();
    allowed = true;
  }
  await receiveDecided(
    context,
    presented.channel,
    async (scope) => {
      const before = await findSession(scope, presented);
      // It was signed out between the look and the unit of work.
      if (!before && !allowed) throw signedOut();
      const session = before ?? (await begin(scope, presented, body));
      if (await isRepeat(scope, session, body.messageid)) return [];
      if (before && body.first)
        await fillVisitor(scope, presented, { externalId: before.externalId, ...body.first });
      return [await messageFor(scope, presented, session, body)];
    },
    null,
  );
  return asVisitor(context, presented, async (scope, session) => {
    const found = await findMessage(scope, session.channelId, body.messageid);
    // A client who was blocked meanwhile is counted and dropped.
    if (!found) throw forbidden("client_blocked");
    const { ticket, message } = await accessMessage(scope, session, body.messageid);
    return {
      conversation: await viewConversation(scope, session, ticket.id),
      message: await viewMessage(scope, session, ticket, message),
    };
  });
}

async function asKnown(context: Context, presented: Presented): Promise<boolean> {
  try {
    return await asVisitor(context, presented, async () => true);
  } catch (error) {
    if (isSignedOut(error)) return false;
    throw error;
  }
}

const isSignedOut = (error: unknown) => error instanceof Refusal && error.code === "signed_out";

async function begin(scope: Scope, presented: Presented, { first }: Body): Promise<Session> {
  if (!first) throw signedOut();
  await beginVisitor(scope, presented, { ...first, externalId: randomUUID() });
  const session = await findSession(scope, presented);
  if (!session) throw new Error("A visitor went missing in the unit of work that made them");
  return session;
}

/** 409 when another visitor's message has this id. */
async function isRepeat(scope: Scope, session: Session, messageId: string): Promise<boolean> {
  const found = await findMessage(scope, session.channelId, messageId);
  if (!found) return false;
  try {
    await accessConversation(scope, session, found.ticket_id);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw conflict("conflict", "message_id_taken");
    throw error;
  }
}

async function messageFor(
  scope: Scope,
  presented: Presented,
  session: Session,
  body: Body,
): Promise<IncomingMessage> {
  const { thread, begins } = await threadFor(scope, session, body);
  if (begins) await notePage(scope, presented, thread, body);
  const kind = body.type === "file" ? await uploadKind(scope, presented, body.fileid ?? "") : null;
  const departmentId = body.first?.departmentid;
  if (departmentId && !settingsOf(presented.row).departments.includes(departmentId))
    throw invalid("topic_missing");
  return {
    kind: "message",
    externalId: body.messageid,
    from: senderOf(session),
    thread,
    sentOn: scope.now,
    type: kind ?? "text",
    content: kind ? "" : body.content,
    caption: (kind && body.caption) || null,
    media: null,
    album: null,
    replyToExternalId: body.reply_to ?? null,
    ...(departmentId && { departmentId }),
    ...(kind && {
      takeFile: (inner: Scope, ticket: TicketRow) => takeUpload(inner, presented, ticket, body.fileid ?? ""),
    }),
  };
}

async function uploadKind(scope: Scope, { row, tokenHash }: Presented, fileId: string): Promise<FileKind> {
  const found = await scope.db
    .selectFrom("visitor_upload")
    .select("kind")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", row.id)
    .where("token_hash", "=", tokenHash)
    .where("file_id", "=", fileId)
    .executeTakeFirst();
  const kind = contentKinds.find((one) => one === found?.kind);
  if (!kind) throw invalid("visitor_file_unknown");
  return kind as FileKind;
}

/** The named conversation while it can be gone on with, else the open one, else a new one. */
async function threadFor(
  scope: Scope,
  session: Session,
  { conversation }: Body,
): Promise<{ thread: string; begins: boolean }> {
  if (conversation) {
    const { closed_on, reopens_until } = await viewConversation(scope, session, conversation);
    const named = await accessConversation(scope, session, conversation);
    if (!closed_on || (reopens_until && new Date(reopens_until) > scope.now))
      return { thread: named.thread, begins: false };
  }
  const { open, count } = await findOpen(scope, session);
  if (open) return { thread: open.thread, begins: false };
  return { thread: `${session.externalId}:${count + 1}`, begins: true };
}

/** Where the company wants to know it. */
async function notePage(scope: Scope, { row }: Presented, thread: string, { first }: Body): Promise<void> {
  if (!first?.page || !settingsOf(row).page) return;
  await scope.db
    .insertInto("visit")
    .values({ company_id: scope.companyId, channel_id: row.id, thread, page: JSON.stringify(first.page) })
    .onConflict((on) => on.columns(["company_id", "channel_id", "thread"]).doNothing())
    .execute();
}

export const senderOf = ({ externalId, name, lang, country }: Session): Sender => ({
  externalId,
  name,
  username: null,
  lang,
  country,
});
