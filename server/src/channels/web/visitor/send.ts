/** Receives a visitor's message as a provider's, so that all later steps are the same as on any channel. */
import { randomUUID } from "node:crypto";
import { contentKinds, type FileKind } from "@parley/contract/channel-declaration";
import type { VisitorConversation, VisitorMessage, visitorSend } from "@parley/contract/visitors";
import type { z } from "zod";
import type { Context } from "../../../floor/context.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { conflict, invalid, notFound, Refusal, signedOut } from "../../../floor/errors/errors.ts";
import type { MessageRow } from "../../../support/messages/append.ts";
import type { TicketRow } from "../../../support/ticket/access.ts";
import { receiveDecided } from "../../inbound/receive.ts";
import type { IncomingMessage, Sender } from "../../seam/adapter.ts";
import { settingsOf } from "../widget/settings.ts";
import { beginVisitor } from "./begin.ts";
import type { Presented } from "./channel.ts";
import { accessConversation, viewConversation } from "./conversations.ts";
import { fillVisitor, noteBrowser } from "./identify.ts";
import { findMessage, viewMessage } from "./messages.ts";
import { plainSendSql, viewPlain } from "./plain.ts";
import { asVisitor, findSession, isKnown, type Session } from "./session.ts";
import { threadFor } from "./thread.ts";
import { attachUpload } from "./upload.ts";

type Body = z.output<typeof visitorSend>;

/** Bounds the number of visitors a network makes. */
export type Beginnings = {
  /** Throws 429 when the network has had its share. */
  consume(): Promise<void>;
  refund(): Promise<void>;
};

export type Answer = { conversation: VisitorConversation; message: VisitorMessage };

/** A repeat of the message's id returns the existing message. 401 for an unknown token without `first`. */
export async function sendAsVisitor(
  context: Context,
  presented: Presented,
  body: Body,
  beginnings: Beginnings,
): Promise<Answer> {
  if (body.type === "text" ? !body.content : !body.fileid) throw invalid("text_or_file");
  const send = (mayBegin: boolean) => receiveSent(context, presented, body, mayBegin);
  try {
    return (await send(false)).answer;
  } catch (error) {
    if (!(error instanceof UnknownVisitor)) throw error;
  }
  try {
    await beginnings.consume();
  } catch (refused) {
    // Another message of the same token may have made the visitor meanwhile.
    const sent = await send(false).catch((error) => {
      throw error instanceof UnknownVisitor ? refused : error;
    });
    return sent.answer;
  }
  const { answer, began } = await send(true);
  if (!began) await beginnings.refund();
  return answer;
}

/** The token would begin a visitor. */
class UnknownVisitor extends Error {
  override name = "UnknownVisitor";
}

/** The message's file: an earlier upload of the browser, or the file of the same call. */
type CarriedFile = {
  kind: string;
  attach(scope: Scope, ticket: TicketRow, externalId: string): Promise<string>;
};

/** One unit of work finds the visitor, stores the message and reads the answer. */
export async function receiveSent(
  context: Context,
  presented: Presented,
  body: Body,
  mayBegin: boolean,
  file?: CarriedFile,
): Promise<{ answer: Answer; began: boolean }> {
  let session: Session | null = null;
  let began = false;
  let answer: Answer | null = null;
  await receiveDecided(context, presented.channel, {
    first: (_companyId, now) => plainSendSql(context.secrets, presented, body, now),
    async decide(scope) {
      if (body.first && !mayBegin && !(await isKnown(scope, presented))) throw new UnknownVisitor();
      session = await findSession(scope, presented);
      began = !session;
      if (!session) {
        if (!body.first) throw signedOut();
        if (!mayBegin) throw new UnknownVisitor();
        session = await begin(scope, presented, body);
      } else if (await isRepeat(scope, session, body.messageid)) return [];
      if (body.first) await noteBrowser(scope, presented, session.externalId, body.first.zone);
      if (!began && body.first)
        await fillVisitor(scope, presented, { externalId: session.externalId, ...body.first });
      return [await messageFor(scope, presented, session, body, file)];
    },
    async after(scope, received) {
      if (received) {
        answer = await viewPlain(scope, presented, received);
        return;
      }
      // A client who was blocked meanwhile is counted and dropped: without a message the count is committed.
      const found = session && (await findMessage(scope, session.channelId, body.messageid));
      if (session && found) answer = await viewSent(scope, session, found);
    },
  });
  answer ??= await asVisitor(context, presented, async (scope, found) => {
    const message = await findMessage(scope, found.channelId, body.messageid);
    if (!message) throw notFound();
    return viewSent(scope, found, message);
  });
  return { answer, began };
}

export async function viewSent(scope: Scope, session: Session, message: MessageRow): Promise<Answer> {
  const ticket = await accessConversation(scope, session, message.ticket_id);
  return {
    conversation: await viewConversation(scope, session, ticket.id),
    message: await viewMessage(scope, session, ticket, message),
  };
}

async function begin(scope: Scope, presented: Presented, { first }: Body): Promise<Session> {
  if (!first) throw signedOut();
  await beginVisitor(scope, presented, { ...first, externalId: randomUUID() });
  const session = await findSession(scope, presented);
  if (!session) throw new Error("A visitor went missing in the unit of work that made them");
  return session;
}

/** 409 when another visitor's message has this id. */
export async function isRepeat(scope: Scope, session: Session, messageId: string): Promise<boolean> {
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
  carried?: CarriedFile,
): Promise<IncomingMessage> {
  const { thread, begins } = await threadFor(scope, session, body.conversation);
  if (begins) await notePage(scope, presented, thread, body);
  const file =
    body.type === "file" ? (carried ?? (await findUpload(scope, presented, body.fileid ?? ""))) : null;
  const kind = file && kindOf(file);
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
    ...(file && {
      attachFile: (inner: Scope, ticket: TicketRow) => file.attach(inner, ticket, session.externalId),
    }),
  };
}

async function findUpload(scope: Scope, presented: Presented, fileId: string): Promise<CarriedFile> {
  const { row, tokenHash } = presented;
  const found = await scope.db
    .selectFrom("visitor_upload")
    .select("kind")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", row.id)
    .where("token_hash", "=", tokenHash)
    .where("file_id", "=", fileId)
    .executeTakeFirst();
  if (!found) throw invalid("visitor_file_unknown");
  return { kind: found.kind, attach: (inner, ticket) => attachUpload(inner, presented, ticket, fileId) };
}

function kindOf(file: CarriedFile): FileKind {
  const kind = contentKinds.find((one) => one === file.kind);
  if (!kind) throw invalid("visitor_file_unknown");
  return kind as FileKind;
}

/** Notes the page, where the company asks for it. */
async function notePage(scope: Scope, { row }: Presented, thread: string, { first }: Body): Promise<void> {
  if (!first?.page?.url || !settingsOf(row).page) return;
  const { url, title = "", referrer } = first.page;
  const page = { url, title, ...(referrer && { referrer }) };
  await scope.db
    .insertInto("visit")
    .values({ company_id: scope.companyId, channel_id: row.id, thread, page: JSON.stringify(page) })
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
