/**
 * Queues an agent's message for the client: the message table is the queue, and a job reports that messages wait in it.
 */

import type { ChannelDeclaration, ContentKind } from "@parley/contract/channel-declaration";
import type { Message, sendMessage as sendBody } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { isType } from "@parley/contract/timeline";
import type { z } from "zod";
import { agentIdOf, type ProgramActor } from "../../floor/actors/actor.ts";
import { type AgentActor, literal, type Scope } from "../../floor/database/scope.ts";
import { idRange } from "../../floor/database/short-id.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import {
  accessLocked,
  checkAbility,
  refusalOfUnseen,
  type TicketRow,
  visibleAmong,
} from "../ticket/access.ts";
import { findTarget, lastSeqOf, membersOf, threadOfReply } from "../ticket/merged.ts";
import { appendMessage, type MessageDraft, type MessageRow } from "./append.ts";
import { recordMessage } from "./publish.ts";
import { findMessage, findNews, findNewsSince } from "./queries.ts";
import { viewMessage, viewMessages } from "./view.ts";

declare module "../../floor/database/scope.ts" {
  interface Provided {
    /** The first reply of an agent accepts a ticket that is offered to them. Returns the locked ticket as it is then. */
    acceptOffered(scope: Scope, ticket: TicketRow): Promise<TicketRow>;
  }
}

type Reply = z.output<typeof sendBody>;
/** `repeated`: a message with the reply's id exists. */
export type LockedTicket = TicketRow & { repeated: boolean };

/** SQL that locks the ticket of a reply. Null for a text that is no ticket id. */
export function lockToReply(companyId: string, { ticketid, messageid }: Reply): string | null {
  const meant = idRange(ticketid);
  if (!meant) return null;
  const parameters = [companyId, ...meant, messageid].map((text) => (text ? literal(text) : "null"));
  return `select (r.locked).*, r.repeated from lock_to_reply(${parameters.join(", ")}) r`;
}

/** Queues an agent's text for the client. A repeat of `messageid` returns the existing message. */
export async function sendMessage(
  scope: Scope<AgentActor>,
  reply: Reply,
  locked: LockedTicket[],
): Promise<Message> {
  const visible = visibleAmong(scope, locked);
  const { repeated, ...found } = visible ?? (await lockTarget(scope, reply.ticketid));
  const ticket = found.handler_id ? found : await scope.acceptOffered(scope, found);
  const repeat = repeated && (await findRepeat(scope, ticket, reply.messageid));
  return viewMessage(scope, repeat || (await replyTo(scope, ticket, reply)), ticket);
}

/** The target of a ticket that was merged, locked. */
async function lockTarget(scope: Scope, id: string): Promise<LockedTicket> {
  if (!(await findTarget(scope, id))) throw await refusalOfUnseen(scope, id);
  return { ...(await accessLocked(scope, id)), repeated: true };
}

/**
 * Queues an agent's text in the locked ticket, or throws the reason why it cannot be sent. In a merged one it goes by the thread
 * of the message it answers, else by that of the client's newest.
 */
export async function replyTo(
  scope: Scope<ProgramActor>,
  locked: TicketRow,
  { content, messageid, originalMessageId, seenSeq }: Omit<Reply, "ticketid">,
): Promise<MessageRow> {
  const ticket = locked.merged_tickets
    ? await threadOfReply(scope, locked, { original: originalMessageId })
    : locked;
  await checkText(scope, ticket, { content, originalMessageId, seenSeq });
  const draft = { type: "text", content, id: messageid, original_id: originalMessageId } as const;
  return queueMessage(scope, ticket, draft);
}

/** Refuses a text that cannot be sent in the locked ticket now. */
export async function checkText(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  { content, originalMessageId, seenSeq }: Pick<Reply, "content" | "originalMessageId" | "seenSeq">,
): Promise<void> {
  await checkAbility(scope, ticket, "reply");
  const declared = scope.platforms.declarationOf(ticket.platform);
  checkKind(declared, "text");
  checkLength("message", content, declared.text);
  await checkOriginal(scope, ticket, declared, originalMessageId);
  await checkSeen(scope, ticket, seenSeq);
  checkWindow(scope, ticket);
}

/** Refuses any reply to the client in the locked ticket now, whatever it says. */
export async function checkReply(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  { seenSeq }: Pick<Reply, "seenSeq">,
): Promise<void> {
  await checkAbility(scope, ticket, "reply");
  await checkSeen(scope, ticket, seenSeq);
  checkWindow(scope, ticket);
}

const idInUse = () => conflict("conflict", "message_id_taken");

/**
 * The existing message of an id, when the agent repeats a send in this ticket. An id of anything else is refused
 * without saying what.
 */
export async function findRepeat(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  messageId: string | undefined,
): Promise<MessageRow | undefined> {
  const known = messageId && (await findMessage(scope, messageId));
  if (!known) return undefined;
  const here =
    known.ticket_id === ticket.id ||
    (ticket.merged_tickets !== null && membersOf(ticket).includes(known.ticket_id));
  if (!here || known.agent_id !== agentIdOf(scope.actor)) throw idInUse();
  return known;
}

/** The same for any ticket with a client on an account. */
export async function findSentTo(
  scope: Scope<ProgramActor>,
  { clientId, channelId }: { clientId: string; channelId: string },
  messageId: string | undefined,
): Promise<MessageRow | undefined> {
  const known = messageId && (await findMessage(scope, messageId));
  if (!known) return undefined;
  const same = known.client_id === clientId && known.channel_id === channelId;
  if (!same || known.agent_id !== agentIdOf(scope.actor)) throw idInUse();
  return known;
}

/** Appends an agent's or a program's message to the locked ticket, to wait for delivery. */
export async function queueMessage(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  draft: Omit<MessageDraft, "is_agent" | "agent_id">,
): Promise<MessageRow> {
  const key = keyOf(scope);
  const whole = { ...draft, ...writtenBy(scope), ...queuedColumns(scope) };
  const appended = await appendMessage(scope, ticket, whole, { key });
  // The same id came a moment ago: in this ticket it is a repeat.
  const repeat = appended ? undefined : await findRepeat(scope, ticket, draft.id);
  if (repeat) return repeat;
  if (!appended) throw idInUse();
  await nudgeDelivery(scope, ticket);
  await recordMessage(scope, appended.ticket, appended.message, { key });
  return appended.message;
}

/** A program has no row among the agents: its name stays with the message. */
export const writtenBy = ({ actor }: Scope<ProgramActor>) => ({
  is_agent: true,
  agent_id: agentIdOf(actor),
  ...(actor.kind === "api_key" && { author: actor.name }),
});

export const keyOf = ({ actor }: Scope<ProgramActor>): string | undefined =>
  actor.kind === "api_key" ? actor.id : undefined;

/** Refuses to quote a message of another ticket, one the client never saw, or where the channel cannot quote. */
export async function checkOriginal(
  scope: Scope,
  ticket: TicketRow,
  declared: ChannelDeclaration,
  originalId: string | undefined,
) {
  if (!originalId) return;
  if (!declared.quotes) throw invalid("channel_without_quotes");
  const original = await findMessage(scope, originalId);
  if (original?.ticket_id !== ticket.id) throw notFound();
  if (!isType(original.type, "quotable")) throw invalid("line_not_quotable");
}

/**
 * Refuses a reply when the client has written since the agent last saw the chat, with the new messages. Under the
 * ticket's lock it is decisive; without it only an early check.
 */
export async function checkSeen(scope: Scope, ticket: TicketRow, seenSeq: number | undefined): Promise<void> {
  if (seenSeq === undefined) return;
  const lastSeq = ticket.merged_tickets ? await lastSeqOf(scope, ticket) : ticket.last_seq;
  if (lastSeq <= seenSeq) return;
  await refuseNews(scope, ticket, await findNews(scope, ticket, seenSeq), lastSeq);
}

/** Refuses a text after whose writing the client wrote in one of the merged tickets. */
export async function checkUnanswered(scope: Scope, ticket: TicketRow, writtenOn: Date): Promise<void> {
  const news = await findNewsSince(scope, ticket, writtenOn);
  await refuseNews(scope, ticket, news, await lastSeqOf(scope, ticket));
}

async function refuseNews(
  scope: Scope,
  ticket: TicketRow,
  news: MessageRow[],
  lastSeq: number,
): Promise<void> {
  if (news.length === 0) return;
  throw conflict("client_wrote", "client_wrote", {
    news: await viewMessages(scope, news, ticket),
    lastSeq,
  });
}

/** Refuses free text after the reply window; decisive under the ticket's lock. */
export function checkWindow(scope: Pick<Scope, "now">, ticket: TicketRow): void {
  if (isWindowClosed(scope, ticket)) throw conflict("reply_window_closed", "reply_window_closed");
}

/** The last moment of the window is already outside. */
export function isWindowClosed(
  { now }: Pick<Scope, "now">,
  { reply_window_until: until }: Pick<TicketRow, "reply_window_until">,
): boolean {
  return until !== null && until <= now;
}

/** Refuses a kind that the channel does not carry. */
export function checkKind({ kinds }: ChannelDeclaration, kind: ContentKind): void {
  if (!kinds.out.includes(kind)) throw invalid("channel_without_kind");
}

/** Lengths in UTF-16 units, as messengers count. */
export function checkLength(what: "message" | "caption", text: string, most: number): void {
  if (text.length <= most) return;
  throw invalid(reasonOf(`${what}_too_long`, { length: text.length, max: most }));
}

/**
 * Milliseconds. A message fails when its provider is unreachable for this long, so that the agent learns of it in time.
 */
const deadline = 3_600_000;

/** The time when it was queued; null for a message that never was. */
export const queuedOn = (deadlineOn: Date | null): Date | null =>
  deadlineOn && new Date(deadlineOn.getTime() - deadline);

/** The columns of an outbound message that is queued, for the first time or again. */
export function queuedColumns(scope: Pick<Scope, "now">) {
  return {
    status: "queued",
    status_reason: null,
    sending_until: null,
    attempts: 0,
    next_attempt_on: null,
    deadline_on: new Date(scope.now.getTime() + deadline),
  } as const;
}

/** Enqueues the delivery of a ticket, at once or at the given time. */
export async function nudgeDelivery(
  scope: Scope,
  {
    id: ticketId,
    channel_id: channelId,
    platform,
    reply_window_until: until,
  }: Pick<TicketRow, "id" | "channel_id" | "platform"> & Partial<Pick<TicketRow, "reply_window_until">>,
  runAt?: Date,
): Promise<void> {
  const options = { key: `deliver:${ticketId}`, tries: 1, ...(runAt && { runAt }) };
  const ends = until && { until: until.toISOString() };
  await scope.enqueue("deliver", { ticketId, channelId, platform, ...ends }, options);
}
