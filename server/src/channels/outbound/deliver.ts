/**
 * Sends a ticket's queued messages in order. The message table is the queue; the job only wakes it. Each run claims
 * the first message with a lease and commits, calls the provider with no transaction open, and records the outcome.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isType } from "@parley/contract/timeline";
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { queuedOn } from "../../support/messages/send.ts";
import { lockingSql, lockMember, type TicketRow } from "../../support/ticket/access.ts";
import { notTried, openFor } from "../accounts/find.ts";
import type { Outgoing, SendOutcome } from "../seam/adapter.ts";
import { type Claim, claimNext, expireWaiting } from "./claim.ts";
import type { ReactionClaim } from "./claim-reaction.ts";
import { outgoingFile } from "./outgoing-file.ts";
import { recordWithRetry } from "./record.ts";
import { deliverReaction } from "./send-reaction.ts";

/** Milliseconds, less than the lease, so that its holder records the outcome. */
const sendTimeout = 60_000;

type Waiting = Pick<Tasks["deliver"], "companyId" | "ticketId">;

/**
 * Sends `most` messages and reactions of the ticket, and returns how many it tried and whether more may wait. Stops at
 * the first that must wait, and between two when the signal aborts; a send under way is finished.
 */
export async function deliver(
  context: Context,
  { companyId, ticketId }: Waiting,
  signal: AbortSignal,
  { timeout = sendTimeout, most = Number.POSITIVE_INFINITY } = {},
): Promise<{ tried: number; more: boolean }> {
  const actor: Desk = { kind: "desk", companyId };
  let tried = 0;
  let more = true;
  while (more && tried < most && !signal.aborted) {
    const claim = await claimWork(context, actor, ticketId);
    if (!claim) return { tried, more: false };
    if ("reaction" in claim) await deliverReaction(context, actor, claim, timeout);
    else more = await recordWithRetry(context, actor, claim, await send(context, claim, timeout));
    tried += 1;
  }
  return { tried, more };
}

/**
 * Fails messages that wait beyond the end of the reply window, at that time: the turn of a paced client or account may
 * be later. Ends with the signal.
 */
export async function expireAt(
  context: Context,
  { companyId, ticketId }: Waiting,
  first: Date,
  signal: AbortSignal,
): Promise<void> {
  let until: Date | null = first;
  while (until && (await rest(until.getTime() - context.clock().getTime(), signal)))
    until = await inCompany(context, { kind: "desk", companyId }, (scope) =>
      expireWaiting(scope, ticketId, claiming(context, scope)),
    );
}

const claiming = (
  { processId, channels, figures }: Context,
  scope: Scope,
): Parameters<typeof claimNext>[2] => ({
  ...{ processId, channels },
  settled: ({ platform }, outcome) => scope.afterCommit(() => figures.messages.inc({ platform, outcome })),
});

/** False when the signal aborted. */
async function rest(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(Math.max(0, milliseconds), undefined, { signal, ref: false });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/**
 * A claim may hold although its commit was not answered. It is given back, by its lease: otherwise it would block the
 * ticket until the lease expires, and then look as if it had been sent.
 */
async function claimWork(
  context: Context,
  actor: Desk,
  ticketId: string,
): Promise<Claim | ReactionClaim | null> {
  const made: { claim?: Claim | ReactionClaim | null } = {};
  try {
    const claim = async (scope: Scope, [locked]: unknown[]) => {
      const ticket = (locked as TicketRow | undefined) ?? (await lockMember(scope, ticketId));
      made.claim = ticket ? await claimNext(scope, ticket, claiming(context, scope)) : null;
      return made.claim;
    };
    return await inCompany(context, actor, claim, { first: (companyId) => lockingSql(companyId, ticketId) });
  } catch (error) {
    if (made.claim && "message" in made.claim && isUnavailable(error))
      await recordWithRetry(context, actor, made.claim, notTried);
    throw error;
  }
}

async function send(context: Context, claim: Claim, timeout: number): Promise<SendOutcome> {
  const opened = await openFor(context, claim.ticket);
  if ("outcome" in opened) return opened;
  const message = outgoingOf(context, claim);
  if (claim.mail) message.mail = await claim.mail(context);
  const adapter = context.adapters.of(claim.ticket.platform);
  return onceMore(claim, await adapter.send(opened, message, AbortSignal.timeout(timeout)));
}

/** A refusal that may pass is tried again, unless the try before ended alike or the account is known not to work. */
function onceMore({ message, broken }: Claim, outcome: SendOutcome): SendOutcome {
  if (outcome.outcome !== "refused" || outcome.onceMoreAfterMs === undefined) return outcome;
  const { reason, onceMoreAfterMs: afterMs } = outcome;
  if (broken || message.status_reason?.code === reason.code) return outcome;
  return { outcome: "tryAgain", afterMs, reason, scope: "account" };
}

/** A claimed message in the adapter's form. */
export function outgoingOf(
  context: Context,
  claim: Pick<Claim, "message" | "ticket" | "replyToExternalId" | "file"> & Partial<Pick<Claim, "alias">>,
): Outgoing {
  const { message, ticket, replyToExternalId } = claim;
  const { type } = message;
  if (!isType(type, "crossesChannel")) {
    throw new Error(`A ${type} is a line of the timeline and is never queued`);
  }
  return {
    messageId: message.id,
    sendingId: `${message.id}_${(queuedOn(message.deadline_on) ?? message.created_on).getTime()}`,
    to: ticket.client_external_id,
    thread: ticket.thread,
    alias: claim.alias ?? null,
    type,
    content: message.content,
    caption: message.caption,
    file: claim.file && outgoingFile(context, claim.file),
    replyToExternalId,
    template: message.template,
    ratingFor: message.purpose === "rating_question" ? { ticketId: ticket.id } : null,
  };
}
