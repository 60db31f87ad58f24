/** Sends a claimed reaction and records the outcome. */
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { nudgeReactions } from "../../support/messages/react.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import { openFor } from "../accounts/find.ts";
import type { NotSent, ReactionOutcome } from "../seam/adapter.ts";
import {
  failReaction,
  type QueuedReaction,
  type ReactionClaim,
  reactionDeadline,
  removeReaction,
} from "./claim-reaction.ts";
import { nextAttempt, recordOnChannel } from "./record.ts";

/** A crash before the outcome is recorded sends the reaction again when the lease has expired; the client sees one. */
export async function deliverReaction(
  context: Context,
  actor: Desk,
  claim: ReactionClaim,
  timeout: number,
): Promise<void> {
  const outcome = await send(context, claim, timeout);
  await inCompany(context, actor, (scope) => record(scope, claim, outcome));
}

async function send(
  context: Context,
  { ticket, reaction: { message_id: messageId, reaction }, externalId, alias }: ReactionClaim,
  timeout: number,
): Promise<ReactionOutcome> {
  const opened = await openFor(context, ticket);
  if ("outcome" in opened) return opened;
  const { react } = context.adapters.of(ticket.platform);
  if (!react) throw new Error(`Reactions are declared by ${ticket.platform}, whose adapter has none`);
  const outgoing = { to: ticket.client_external_id, alias, messageId, externalId, reaction };
  return react(opened, outgoing, AbortSignal.timeout(timeout));
}

async function record(scope: Scope, claim: ReactionClaim, outcome: ReactionOutcome): Promise<void> {
  const ticket = await lockTicket(scope, claim.ticket.id);
  const queued = ticket && (await findQueued(scope, claim));
  if (!ticket || !queued) return;
  if (queued.version !== claim.reaction.version) {
    // The reaction was changed meanwhile: the new one goes next.
    const shown = outcome.outcome === "sent" ? claim.reaction.reaction : queued.shown;
    await requeueReaction(scope, ticket, queued, { shown });
  } else if (outcome.outcome === "sent") {
    await removeReaction(scope, ticket, queued.message_id);
  } else {
    await retryOrFail(scope, ticket, queued, outcome);
  }
  await recordOnChannel(scope, { ticket, message: queued, broken: claim.broken }, outcome);
}

function findQueued({ db, companyId }: Scope, { reaction, lease }: ReactionClaim) {
  return (
    db
      .selectFrom("queued_reaction")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("message_id", "=", reaction.message_id)
      // Another process may have claimed it since.
      .where("sending_until", "=", lease)
      .executeTakeFirst()
  );
}

async function retryOrFail(
  scope: Scope,
  ticket: TicketRow,
  queued: QueuedReaction,
  outcome: NotSent,
): Promise<void> {
  const { reason } = outcome;
  if (outcome.outcome === "refused") return failReaction(scope, ticket, queued, reason);
  const afterMs = outcome.outcome === "tryAgain" ? outcome.afterMs : null;
  const next = nextAttempt(scope, queued, { afterMs });
  const deadline = reactionDeadline(queued, ticket);
  if (next >= deadline.on) return failReaction(scope, ticket, queued, deadline.reason(reason));
  await requeueReaction(scope, ticket, queued, { next_attempt_on: next, reason });
}

async function requeueReaction(
  scope: Scope,
  ticket: TicketRow,
  { message_id }: QueuedReaction,
  change: Partial<QueuedReaction>,
): Promise<void> {
  await scope.db
    .updateTable("queued_reaction")
    .set({ sending_until: null, ...change })
    .where("company_id", "=", scope.companyId)
    .where("message_id", "=", message_id)
    .execute();
  await nudgeReactions(scope, ticket, change.next_attempt_on ?? undefined);
}
