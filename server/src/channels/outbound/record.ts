/** Records the outcome of a send on the message and publishes it. */
import { setTimeout as wait } from "node:timers/promises";
import type { Reason } from "@parley/contract/reasons";
import { type ExpressionBuilder, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { deliveryFields, publishMessageUpdate } from "../../support/messages/publish.ts";
import { recordFailure } from "../../support/messages/record-change.ts";
import { nudgeDelivery, queuedOn } from "../../support/messages/send.ts";
import { lockingSql, lockMember, type TicketRow } from "../../support/ticket/access.ts";
import { markBroken, markWorking, recordActivity } from "../accounts/health.ts";
import { closeWindow } from "../inbound/close-window.ts";
import type { ReactionOutcome, SendOutcome } from "../seam/adapter.ts";
import { type Claim, deadlineOf } from "./claim.ts";

/** A database outage of seconds must not make a message uncertain that was sent. */
const pauses = [100, 400, 1000, 2000, 4000, 8000, 8000];

/** Answers whether more messages of the ticket may wait. */
export async function recordWithRetry(
  context: Context,
  actor: Desk,
  claim: Claim,
  outcome: SendOutcome,
): Promise<boolean> {
  for (const pause of pauses) {
    try {
      return await recordOnce(context, actor, claim, outcome);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await wait(pause);
    }
  }
  return recordOnce(context, actor, claim, outcome);
}

async function recordOnce(
  context: Context,
  actor: Desk,
  claim: Claim,
  outcome: SendOutcome,
): Promise<boolean> {
  const { id: ticketId, channel_id: id } = claim.ticket;
  const { status, more } = await inCompany(
    context,
    actor,
    async (scope, [locked]) => {
      const ticket = (locked as TicketRow | undefined) ?? (await lockMember(scope, ticketId));
      return ticket ? record(scope, ticket, claim, outcome) : { status: null, more: false };
    },
    { first: (companyId) => lockingSql(companyId, ticketId) },
  );
  if (outcome.outcome === "sent")
    await recordActivity(context, { id, companyId: actor.companyId }, "last_out_on");
  if (status !== null && status !== "queued") count(context, claim, outcome, status);
  return more;
}

function count(
  context: Context,
  { ticket, message }: Claim,
  { outcome }: SendOutcome,
  status: Settled,
): void {
  const { platform } = ticket;
  const counted = outcome === "refused" ? "refused" : status;
  context.figures.messages.inc({ platform, outcome: counted });
  const waitedSince = queuedOn(message.deadline_on);
  if (status !== "sent" || !waitedSince) return;
  const delay = context.clock().getTime() - waitedSince.getTime();
  context.figures.deliveryDelay.observe({ platform }, Math.max(0, delay) / 1000);
}

type Later = Extract<SendOutcome, { outcome: "tryAgain" }>;
type Attempted = Pick<MessageRow, "attempts"> & Partial<Pick<MessageRow, "seq">>;
type Change = Partial<MessageRow> & { status: Settled };
type Settled = "queued" | "sent" | "failed" | "uncertain";

type Recorded = { status: Settled | null; more: boolean };

/**
 * The new status, null when this claim no longer holds the message; and whether more may wait, read under the lock that
 * a later message and another process's claim acquire too.
 */
async function record(
  scope: Scope,
  ticket: TicketRow,
  claim: Claim,
  outcome: SendOutcome,
): Promise<Recorded> {
  const change = changeFor(scope, ticket, claim, outcome);
  const updated = await withEarlyReceipt(scope, ticket, claim, change)
    .updateTable("message")
    .set((eb) => ({
      sending_until: null,
      ...change,
      ...(change.external_id && {
        status: sql<Settled>`case
          when (select status from early) is distinct from 'failed' and ${isRead(eb, ticket, change.external_id)} then 'read'
          else coalesce((select status from early), ${eb.val(change.status)}) end`,
        status_reason: sql<Reason | null>`coalesce((select reason from early), ${asJson(change.status_reason)}::jsonb)`,
      }),
    }))
    .where(isHeld(scope, ticket, claim))
    .returningAll()
    .returning((eb) =>
      eb
        .exists(
          eb
            .selectFrom("message as next")
            .select("next.id")
            .where("next.company_id", "=", scope.companyId)
            .where("next.ticket_id", "=", ticket.id)
            .where("next.status", "=", "queued")
            .where("next.seq", ">", claim.message.seq),
        )
        .$castTo<boolean>()
        .as("more"),
    )
    .executeTakeFirst();
  if (!updated) return { status: null, more: true };
  const { more, ...message } = updated;
  await publishMessageUpdate(scope, ticket, message, deliveryFields(message), uncertainSince(scope, claim));
  if (message.status !== "sent") await recordFailure(scope, ticket, message);
  if (message.next_attempt_on) await nudgeDelivery(scope, ticket, message.next_attempt_on);
  await recordOnChannel(scope, claim, outcome);
  if (outcome.outcome === "sent" && outcome.copyMissing) await queueCopy(scope, message);
  return { status: change.status, more: more || ticket.reactions_wait };
}

/** An answer that comes after the lease may settle a message that was uncertain. */
const uncertainSince = ({ now }: Scope, { lease }: Claim) => (lease <= now ? "uncertain" : "queued");

/** The tries take some hours. */
const copies = { after: 60_000, tries: 10 };

async function queueCopy(scope: Scope, { id, channel_id: channelId }: MessageRow): Promise<void> {
  const runAt = new Date(scope.now.getTime() + copies.after);
  const options = { key: `keep_copy:${id}`, tries: copies.tries, runAt };
  await scope.enqueue("keep_copy", { channelId, messageId: id }, options);
}

const asJson = (reason: Reason | null | undefined) => reason && JSON.stringify(reason);

/** The client has read a later message, and the provider reports once for all before it. */
const isRead = (eb: ExpressionBuilder<Database, "message">, ticket: TicketRow, externalId: string) =>
  eb.exists(
    eb
      .selectFrom("client_identity as identity")
      .select(eb.lit(1).as("one"))
      .where("identity.company_id", "=", ticket.company_id)
      .where("identity.channel_id", "=", ticket.channel_id)
      .where("identity.external_id", "=", ticket.client_external_id)
      .where(sql<boolean>`is_up_to(${externalId}, identity.read_up_to)`),
  );

/** An answer after the lease expired still settles an uncertain message, but never a newer attempt. */
const isHeld =
  ({ companyId }: Scope, ticket: TicketRow, { message, lease }: Claim) =>
  (eb: ExpressionBuilder<Database, "message">) =>
    eb.and([
      eb("message.company_id", "=", companyId),
      eb("message.ticket_id", "=", ticket.id),
      eb("message.seq", "=", message.seq),
      eb("message.sending_until", "=", lease),
      eb("message.status", "in", ["queued", "uncertain"]),
    ]);

/**
 * A receipt may arrive before the outcome is recorded; this consumes it. A receipt of a message that is recorded
 * already, by a commit whose answer was lost, is left to the sweep.
 */
function withEarlyReceipt(scope: Scope, ticket: TicketRow, claim: Claim, change: Change) {
  return scope.db.with("early", (early) =>
    early
      .deleteFrom("early_event")
      .where("company_id", "=", scope.companyId)
      .where("channel_id", "=", ticket.channel_id)
      .where("external_id", "=", change.external_id ?? null)
      .where("kind", "=", "receipt")
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("message")
            .select(eb.lit(1).as("one"))
            .where(isHeld(scope, ticket, claim)),
        ),
      )
      .returning(sql<Settled>`event ->> 'status'`.as("status"))
      .returning(sql<Reason | null>`nullif(event -> 'reason', 'null')`.as("reason")),
  );
}

function changeFor(scope: Scope, ticket: TicketRow, { message }: Claim, outcome: SendOutcome): Change {
  switch (outcome.outcome) {
    case "sent":
      return {
        status: "sent",
        status_reason: outcome.note ?? null,
        external_id: outcome.externalId,
        next_attempt_on: null,
      };
    case "refused":
      return { status: "failed", status_reason: outcome.reason, next_attempt_on: null };
    case "unknown":
      return { status: "uncertain", status_reason: outcome.reason, next_attempt_on: null };
    case "tryAgain": {
      const next = nextAttempt(scope, message, outcome);
      const deadline = deadlineOf(message, ticket);
      if (next < deadline.on) {
        return { status: "queued", status_reason: outcome.reason, next_attempt_on: next };
      }
      return { status: "failed", status_reason: deadline.reason(outcome.reason), next_attempt_on: null };
    }
  }
}

/** The time the provider asks for, else after 1, 2, 4 … 60 seconds. */
export function nextAttempt(
  { now }: Scope,
  { attempts }: Attempted,
  { afterMs }: Pick<Later, "afterMs">,
): Date {
  const backoff = Math.min(60, 2 ** Math.max(0, attempts - 1)) * 1000;
  return new Date(now.getTime() + (afterMs ?? backoff));
}

/** No process sends the account's messages until then. An earlier end does not shorten a pause. */
async function pauseAccount(scope: Scope, channelId: string, until: Date): Promise<void> {
  await scope.db
    .updateTable("channel")
    .set({ sends_from: until })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where((eb) => eb.or([eb("sends_from", "is", null), eb("sends_from", "<", until)]))
    .execute();
}

/** Records what the outcome shows of the client's reachability and the channel's health. */
export async function recordOnChannel(
  scope: Scope,
  { ticket, message, broken }: { ticket: TicketRow; message: Attempted; broken: boolean },
  outcome: SendOutcome | ReactionOutcome,
): Promise<void> {
  if (outcome.outcome === "sent") {
    if (broken) await markWorking(scope, ticket.channel_id);
    return;
  }
  if (outcome.outcome === "tryAgain" && outcome.scope === "account")
    return pauseAccount(scope, ticket.channel_id, nextAttempt(scope, message, outcome));
  if (outcome.outcome !== "refused") return;
  if (message.seq) await closeWindow(scope, ticket, { seq: message.seq, status_reason: outcome.reason });
  if (outcome.channelBroken) await markBroken(scope, ticket.channel_id, outcome.reason);
  if (!outcome.unreachable) return;
  await scope.db
    .updateTable("client_identity")
    .set({ unreachable_on: scope.now, unreachable_reason: outcome.reason })
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", ticket.channel_id)
    .where("external_id", "=", ticket.client_external_id)
    .execute();
}
