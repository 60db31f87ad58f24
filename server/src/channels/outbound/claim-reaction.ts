/** Claims the next reaction of a ticket. The lane of the ticket's messages sends it, after those queued before it. */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { type Selectable, sql } from "kysely";
import { isAbandoned } from "../../floor/database/abandoned.ts";
import type { QueuedReactionTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { nudgeReactions, showReactionFailure } from "../../support/messages/react.ts";
import { isWindowClosed } from "../../support/messages/send.ts";
import type { TicketRow } from "../../support/ticket/access.ts";

export type QueuedReaction = Selectable<QueuedReactionTable>;

export type ReactionClaim = {
  ticket: TicketRow;
  reaction: QueuedReaction;
  externalId: string;
  /** The client's other id at the provider. */
  alias: string | null;
  /** The account did not work when the reaction was claimed. */
  broken: boolean;
  lease: Date;
};

type Waiting = QueuedReaction & {
  external_id: string | null;
  alias: string | null;
  removed_on: Date | null;
  broken_on: Date | null;
  sends_from: Date | null;
  behind: boolean;
  abandoned: boolean;
};

const leaseTime = 90_000;
const retriedFor = 3_600_000;

/** The time when a reaction is given up, and the reason. */
export function reactionDeadline(
  { created_on }: Pick<QueuedReaction, "created_on">,
  { reply_window_until: until }: Pick<TicketRow, "reply_window_until">,
): { on: Date; reason(because: Reason | null): Reason } {
  const own = new Date(created_on.getTime() + retriedFor);
  if (until && until <= own) return { on: until, reason: () => reasonOf("reply_window_closed") };
  return {
    on: own,
    reason: (because) => (because ? reasonOf("too_late_because", { because }) : reasonOf("too_late")),
  };
}

/**
 * Claims the oldest reaction, unless it must wait; then a job is made for that time. One whose answer was lost is
 * claimed again. Reactions that can no longer be sent fail.
 */
export async function claimReaction(
  scope: Scope,
  ticket: TicketRow,
  processId: string,
): Promise<ReactionClaim | null> {
  for (const waiting of await waitingReactions(scope, ticket, processId)) {
    const {
      behind,
      abandoned,
      external_id: externalId,
      alias,
      removed_on,
      broken_on,
      sends_from,
      ...reaction
    } = waiting;
    const lease = abandoned ? null : reaction.sending_until;
    const reason = impossible(scope, ticket, waiting);
    const until = latest(lease, reaction.next_attempt_on, sends_from);
    if (lease && lease > scope.now) {
      await nudgeReactions(scope, ticket, lease);
      return null;
    }
    if (reason || !externalId) {
      await failReaction(scope, ticket, reaction, reason ?? reasonOf("too_late"));
    } else if (behind) {
      return null;
    } else if (until && until > scope.now) {
      await nudgeReactions(scope, ticket, until);
      return null;
    } else {
      const claimed = await claim(scope, reaction, processId);
      return { ticket, externalId, alias, broken: broken_on !== null, ...claimed };
    }
  }
  return null;
}

function impossible(scope: Scope, ticket: TicketRow, waiting: Waiting): Reason | null {
  if (waiting.removed_on) return reasonOf("channel_disconnected");
  if (isWindowClosed(scope, ticket)) return reasonOf("reply_window_closed");
  const deadline = reactionDeadline(waiting, ticket);
  return deadline.on <= scope.now ? deadline.reason(waiting.reason) : null;
}

const latest = (...times: (Date | null)[]): Date | null =>
  times.reduce((last, time) => (last && time && last > time ? last : (time ?? last)), null);

function waitingReactions(
  { db, companyId }: Scope,
  ticket: TicketRow,
  processId: string,
): Promise<Waiting[]> {
  return db
    .selectFrom("queued_reaction as queued")
    .innerJoin("message", (join) =>
      join
        .onRef("message.company_id", "=", "queued.company_id")
        .onRef("message.id", "=", "queued.message_id"),
    )
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "queued.company_id")
        .onRef("channel.id", "=", "queued.channel_id"),
    )
    .leftJoin("client_identity as identity", (join) =>
      join
        .onRef("identity.company_id", "=", "queued.company_id")
        .onRef("identity.channel_id", "=", "queued.channel_id")
        .on("identity.external_id", "=", ticket.client_external_id),
    )
    .selectAll("queued")
    .select([
      "identity.alias",
      "message.external_id",
      "channel.removed_on",
      "channel.broken_on",
      "channel.sends_from",
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("message as earlier")
            .select("earlier.id")
            .whereRef("earlier.company_id", "=", "queued.company_id")
            .whereRef("earlier.ticket_id", "=", "queued.ticket_id")
            .where("earlier.status", "=", "queued")
            .whereRef("earlier.created_on", "<=", "queued.created_on"),
        )
        .as("behind"),
    )
    .select(isAbandoned("queued.sending_by", processId).as("abandoned"))
    .where("queued.company_id", "=", companyId)
    .where("queued.ticket_id", "=", ticket.id)
    .orderBy("queued.created_on")
    .orderBy("queued.message_id")
    .limit(100)
    .execute() as Promise<Waiting[]>;
}

async function claim(
  scope: Scope,
  { message_id, attempts }: QueuedReaction,
  processId: string,
): Promise<Pick<ReactionClaim, "reaction" | "lease">> {
  const lease = new Date(scope.now.getTime() + leaseTime);
  const reaction = await scope.db
    .updateTable("queued_reaction")
    .set({ sending_until: lease, sending_by: processId, attempts: attempts + 1 })
    .where("company_id", "=", scope.companyId)
    .where("message_id", "=", message_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { reaction, lease };
}

/** The message shows the reaction that failed, or the one that was not removed, with the reason. */
export async function failReaction(
  scope: Scope,
  ticket: TicketRow,
  { message_id: id, reaction, shown }: QueuedReaction,
  reason: Reason,
): Promise<void> {
  await removeReaction(scope, ticket, id);
  await showReactionFailure(scope, ticket, { id, reaction: reaction ?? shown }, reason);
}

/** Removes a reaction from the queue. */
export async function removeReaction({ db, companyId }: Scope, { id }: TicketRow, messageId: string) {
  await db
    .deleteFrom("queued_reaction")
    .where("company_id", "=", companyId)
    .where("message_id", "=", messageId)
    .execute();
  await db
    .updateTable("ticket")
    .set({
      reactions_wait: sql`exists (select from queued_reaction where company_id = ${companyId} and ticket_id = ${id})`,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}
