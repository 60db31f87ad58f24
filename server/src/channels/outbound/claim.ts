/** Claims the next outbound message of a ticket. */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { Platform } from "@parley/contract/values";
import type { Selectable } from "kysely";
import { isAbandoned } from "../../floor/database/abandoned.ts";
import type { FileTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { Platforms } from "../../floor/platforms/platforms.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { deliveryFields, publishMessageUpdate } from "../../support/messages/publish.ts";
import { recordFailure } from "../../support/messages/record-change.ts";
import { nudgeDelivery, queuedOn } from "../../support/messages/send.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import type { ChannelModule, QueuedMail } from "../seam/module.ts";
import { claimReaction, type ReactionClaim } from "./claim-reaction.ts";

export type Claim = {
  ticket: TicketRow;
  message: MessageRow;
  file: Selectable<FileTable> | null;
  replyToExternalId: string | null;
  /** The client's other id at the provider. */
  alias: string | null;
  /** The account did not work when the message was claimed. */
  broken: boolean;
  /** Only on channels of mails. */
  mail: QueuedMail | null;
  /** The time until which this process holds the message; it also identifies the claim. */
  lease: Date;
};

const leaseTime = 90_000;
/** Milliseconds, for a message without its own deadline. */
const defaultDeadline = 15 * 60_000;

export type Deadline = { on: Date; reason(because: Reason | null): Reason };

/** The message's own deadline, or the end of the reply window when that is earlier. A template needs no window. */
export function deadlineOf(
  { deadline_on, created_on, template }: MessageRow,
  { reply_window_until: until }: Pick<TicketRow, "reply_window_until">,
): Deadline {
  const own = deadline_on ?? new Date(created_on.getTime() + defaultDeadline);
  if (!template && until && until <= own) return { on: until, reason: () => reasonOf("reply_window_closed") };
  return { on: own, reason: tooLate };
}

const tooLate = (because: Reason | null): Reason =>
  because ? reasonOf("too_late_because", { because }) : reasonOf("too_late");

type Waiting = MessageRow & {
  channel_removed_on: Date | null;
  broken_on: Date | null;
  sends_from: Date | null;
  /** The process that claimed it has ended. */
  abandoned: boolean;
  unreachable_on: Date | null;
  unreachable_reason: Reason | null;
  alias: string | null;
};

/**
 * The reason why a queued message can never be sent; null while it can. Every waiting message is checked before each
 * attempt: a reason that is added here fails messages at once.
 */
function impossible(message: Waiting, deadline: Deadline, now: Date): Reason | null {
  if (message.channel_removed_on) return reasonOf("channel_disconnected");
  // A message queued since then, or queued again, asks the provider once more.
  const { unreachable_on: since, unreachable_reason: reason } = message;
  if (since && reason && (queuedOn(message.deadline_on) ?? message.created_on) < since) return reason;
  return deadline.on <= now ? deadline.reason(message.status_reason) : null;
}

/**
 * Claims the first queued message of a locked ticket, or a reaction with no message before it. Null when there is none,
 * when one is being sent, or when the first must wait; then a job is scheduled for that time, or for the next deadline.
 * Messages whose answer was lost or that can no longer be sent are settled, also behind one that waits, and passed to
 * `settled` before the commit.
 */
export async function claimNext(
  scope: Scope,
  ticket: TicketRow,
  claiming: Claiming,
): Promise<Claim | ReactionClaim | null> {
  const { processId, settled } = claiming;
  const reaction = ticket.reactions_wait && (await claimReaction(scope, ticket, processId));
  if (reaction) return reaction;
  let wakeOn: Date | null = null;
  const { direct, deduplicates } = scope.platforms.declarationOf(ticket.platform);
  for (const message of await waitingMessages(scope, ticket, processId)) {
    const { sending_until: lease, next_attempt_on, sends_from } = message;
    const deadline = deadlineOf(message, ticket);
    const reason = impossible(message, deadline, scope.now);
    const next = later(next_attempt_on, sends_from);
    if (lease && lease > scope.now && !message.abandoned) {
      wakeOn = earlier(wakeOn, lease);
    } else if (lease && !deduplicates) {
      // No provider is asked: a message that a visitor's browser can read here has arrived.
      const status = direct ? "sent" : "uncertain";
      await settle(scope, ticket, message, status, direct ? null : lostAnswer);
      settled(ticket, status);
    } else if (reason) {
      await settle(scope, ticket, message, "failed", reason);
      settled(ticket, "failed");
    } else if (wakeOn) {
      wakeOn = earlier(wakeOn, deadline.on);
    } else if (next && next > scope.now) {
      wakeOn = earlier(next, deadline.on);
    } else return claim(scope, ticket, message, claiming);
  }
  if (wakeOn) await nudgeDelivery(scope, ticket, wakeOn);
  return null;
}

type Claiming = {
  processId: string;
  channels: Platforms<ChannelModule>;
  settled(ticket: TicketRow, outcome: Settled): void;
};
type Settled = "sent" | "uncertain" | "failed";

/**
 * Fails the ticket's queued messages that can no longer be sent, and claims none: for a ticket whose turn is yet to
 * come. Returns the end of the reply window when messages wait for it.
 */
export async function expireWaiting(
  scope: Scope,
  ticketId: string,
  { processId, settled }: Claiming,
): Promise<Date | null> {
  const ticket = await lockTicket(scope, ticketId);
  if (!ticket) return null;
  let waits = false;
  for (const message of await waitingMessages(scope, ticket, processId)) {
    const reason = message.sending_until ? null : impossible(message, deadlineOf(message, ticket), scope.now);
    if (reason) {
      await settle(scope, ticket, message, "failed", reason);
      settled(ticket, "failed");
    } else waits = true;
  }
  const { reply_window_until: until } = ticket;
  return waits && until && until > scope.now ? until : null;
}

const lostAnswer = reasonOf("interrupted_while");
const earlier = (known: Date | null, time: Date): Date => (known && known < time ? known : time);
const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** Includes what their account and client say about sending, in the one query that each attempt makes anyway. */
function waitingMessages({ db, companyId }: Scope, ticket: TicketRow, processId: string): Promise<Waiting[]> {
  return db
    .selectFrom("message")
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "message.company_id")
        .onRef("channel.id", "=", "message.channel_id"),
    )
    .leftJoin("client_identity as identity", (join) =>
      join
        .onRef("identity.company_id", "=", "message.company_id")
        .onRef("identity.channel_id", "=", "message.channel_id")
        .on("identity.external_id", "=", ticket.client_external_id),
    )
    .selectAll("message")
    .select(["channel.removed_on as channel_removed_on", "channel.broken_on", "channel.sends_from"])
    .select(["identity.unreachable_on", "identity.unreachable_reason", "identity.alias"])
    .select(isAbandoned("message.sending_by", processId).as("abandoned"))
    .where("message.company_id", "=", companyId)
    .where("message.ticket_id", "=", ticket.id)
    .where("message.status", "=", "queued")
    .orderBy("message.seq")
    .limit(100)
    .execute();
}

async function claim(
  scope: Scope,
  ticket: TicketRow,
  message: Waiting,
  { processId, channels }: Pick<Claiming, "processId" | "channels">,
): Promise<Claim> {
  const lease = new Date(scope.now.getTime() + leaseTime);
  const claimed = await scope.db
    .updateTable("message")
    .set({ sending_until: lease, sending_by: processId, attempts: message.attempts + 1 })
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "=", message.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    ticket,
    message: claimed,
    lease,
    broken: message.broken_on !== null,
    alias: message.alias,
    file: await fileOf(scope, message),
    replyToExternalId: await originalOf(scope, message),
    mail: message.has_mail ? await queuedMail(channels, scope, claimed, ticket.platform) : null,
  };
}

/** The mail of a message that has one. */
export async function queuedMail(
  channels: Platforms<ChannelModule>,
  scope: Scope,
  message: MessageRow,
  platform: Platform,
): Promise<QueuedMail> {
  const { mail } = channels.find(platform) ?? {};
  if (!mail) throw new Error(`A message on ${platform} has a mail`);
  return mail.read(scope, message);
}

async function fileOf(scope: Scope, { file_id }: MessageRow) {
  if (!file_id) return null;
  return scope.db
    .selectFrom("file")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", file_id)
    .executeTakeFirstOrThrow();
}

async function originalOf(scope: Scope, { original_id }: MessageRow): Promise<string | null> {
  if (!original_id) return null;
  // A copy stands for the message that the client has.
  const original = await scope.db
    .selectFrom("message")
    .leftJoin("message as copied", (join) =>
      join
        .onRef("copied.company_id", "=", "message.company_id")
        .onRef("copied.id", "=", "message.split_from"),
    )
    .select((eb) => eb.fn.coalesce("message.external_id", "copied.external_id").as("external_id"))
    .where("message.company_id", "=", scope.companyId)
    .where("message.id", "=", original_id)
    .executeTakeFirst();
  return original?.external_id ?? null;
}

async function settle(
  scope: Scope,
  ticket: TicketRow,
  message: MessageRow,
  status: Settled,
  reason: Reason | null,
): Promise<void> {
  const settled = await scope.db
    .updateTable("message")
    .set({
      ...{ status, status_reason: reason, next_attempt_on: null },
      ...(status === "sent" && { external_id: message.id, sending_until: null }),
    })
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "=", message.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishMessageUpdate(scope, ticket, settled, deliveryFields(settled));
  await recordFailure(scope, ticket, settled);
}
