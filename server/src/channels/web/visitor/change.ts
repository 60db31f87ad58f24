/** A visitor's changes of existing messages: edit, delete, react, see, rate. */
import type { VisitorConversation, VisitorMessage } from "@parley/contract/visitors";
import type { Context } from "../../../floor/context.ts";
import { conflict, forbidden } from "../../../floor/errors/errors.ts";
import { publishMessageUpdate, reasonFields } from "../../../support/messages/publish.ts";
import { isClosedSilently } from "../../../support/tickets/close.ts";
import { rateTicket } from "../../../support/tickets/rate.ts";
import { receive } from "../../inbound/receive.ts";
import type { IncomingEvent } from "../../seam/adapter.ts";
import type { Presented } from "./channel.ts";
import { accessConversation, viewConversation } from "./conversations.ts";
import { accessMessage, viewMessage } from "./messages.ts";
import { senderOf } from "./send.ts";
import { asVisitor, type Session, type VisitorScope } from "./session.ts";

type Changed = { message: VisitorMessage };

/** A file has no text to edit. */
export function editAsVisitor(
  context: Context,
  presented: Presented,
  { messageid, content }: { messageid: string; content: string },
): Promise<Changed> {
  return changeOwn(context, presented, messageid, ({ externalId, session, now, hasFile }) => ({
    kind: "edit",
    externalId,
    from: senderOf(session),
    editedOn: now,
    content: hasFile ? "" : content,
    caption: hasFile ? content : null,
  }));
}

export function deleteAsVisitor(
  context: Context,
  presented: Presented,
  { messageid }: { messageid: string },
): Promise<Changed> {
  return changeOwn(context, presented, messageid, ({ externalId }) => ({ kind: "delete", externalId }));
}

type Own = { externalId: string; session: Session; now: Date; hasFile: boolean };

async function changeOwn(
  context: Context,
  presented: Presented,
  messageId: string,
  eventOf: (own: Own) => IncomingEvent,
): Promise<Changed> {
  const event = await asVisitor(context, presented, async (scope, session) => {
    const { message } = await accessMessage(scope, session, messageId);
    if (message.is_agent || !message.external_id) throw forbidden();
    if (message.type === "deleted") return null;
    const { external_id: externalId, file_id } = message;
    return eventOf({ externalId, session, now: scope.now, hasFile: file_id !== null });
  });
  if (event) await receive(context, presented.channel, [event]);
  return viewChanged(context, presented, messageId);
}

export async function reactAsVisitor(
  context: Context,
  presented: Presented,
  { messageid, reaction }: { messageid: string; reaction: string | null },
): Promise<Changed> {
  const externalId = await asVisitor(context, presented, async (scope, session) => {
    const { message } = await accessMessage(scope, session, messageid);
    if (!message.is_agent) throw forbidden();
    if (!message.external_id) throw conflict("conflict", "message_not_at_client");
    return message.external_id;
  });
  await receive(context, presented.channel, [{ kind: "reaction", externalId, reaction }]);
  return viewChanged(context, presented, messageid);
}

function viewChanged(context: Context, presented: Presented, messageId: string): Promise<Changed> {
  return asVisitor(context, presented, async (scope, session) => {
    const { ticket, message } = await accessMessage(scope, session, messageId);
    return { message: await viewMessage(scope, session, ticket, message) };
  });
}

type UpTo = { conversation: string; seq: number };

/** A visitor leaves fewer messages unread. */
const most = 500;

/** The desk's messages up to this one have arrived in the visitor's browser, or are read. Never goes backwards. */
export async function markArrived(
  scope: VisitorScope,
  session: Session,
  { conversation, seq }: UpTo,
  status: "delivered" | "read",
): Promise<void> {
  const ticket = await accessConversation(scope, session, conversation, { lock: true });
  const before =
    status === "read"
      ? (["queued", "sent", "uncertain", "delivered"] as const)
      : (["queued", "sent", "uncertain"] as const);
  const moved = await scope.db
    .updateTable("message")
    .set((eb) => ({
      status,
      status_reason: null,
      external_id: eb.fn.coalesce("external_id", eb.cast<string>("id", "text")),
      // This statement settles an attempt under way: its answer finds no claim any more.
      sending_until: null,
      next_attempt_on: null,
    }))
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "in", (eb) =>
      eb
        .selectFrom("message as sent")
        .select("sent.seq")
        .where("sent.company_id", "=", scope.companyId)
        .where("sent.ticket_id", "=", ticket.id)
        .where("sent.seq", "<=", seq)
        .where("sent.is_agent", "=", true)
        .where("sent.status", "in", before)
        .orderBy("sent.seq", "desc")
        .limit(most),
    )
    .returningAll()
    .execute();
  for (const message of moved)
    await publishMessageUpdate(scope, ticket, message, ["status", ...reasonFields]);
}

/** The rating can be changed for as long as the conversation is closed, and was not closed silently. */
export function rateAsVisitor(
  context: Context,
  presented: Presented,
  { conversation, stars, words }: { conversation: string; stars: number; words?: string | undefined },
): Promise<{ conversation: VisitorConversation }> {
  return asVisitor(context, presented, async (scope, session) => {
    const ticket = await accessConversation(scope, session, conversation, { lock: true });
    if (!ticket.closed_on || isClosedSilently(ticket)) throw conflict("conflict", "conversation_not_rated");
    const { client_external_id: client, channel_id: channel } = ticket;
    await rateTicket(scope, ticket.id, stars, client, channel, { again: true, words });
    return { conversation: await viewConversation(scope, session, ticket.id) };
  });
}
