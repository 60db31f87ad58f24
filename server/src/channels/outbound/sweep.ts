/**
 * Finds rows whose job was lost, or whose process crashed, and enqueues a job. Reads only an index of waiting rows,
 * so it may run every few seconds.
 */
import { type ExpressionBuilder, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { nudgeReactions } from "../../support/messages/react.ts";
import { nudgeDelivery } from "../../support/messages/send.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import {
  applyQuote,
  dropEvent,
  type EarlyEvent,
  eventOfRow,
  moveEarlyReceipts,
} from "../inbound/early-event.ts";
import { nudgeFetch } from "../inbound/pending-file.ts";
import { receive } from "../inbound/receive.ts";
import { receiveReceipt } from "../inbound/receive-receipt.ts";
import type { Channel } from "../seam/adapter.ts";
import { sweepChanges } from "./change-sent.ts";

/** The number of rows in one run; the next run finds the rest. */
const most = 200;

/**
 * Tickets with messages that are due, whose lease expired or whose process ended, or that can no longer be sent: of
 * each account the first, then of each the second, so that one with many leaves room for the others. An account whose
 * provider asked it to pause waits.
 */
export async function sweepDeliveries(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .with("due", (cte) =>
        cte
          .selectFrom("message")
          .innerJoin("channel", (join) =>
            join
              .onRef("channel.company_id", "=", "message.company_id")
              .onRef("channel.id", "=", "message.channel_id"),
          )
          .select(["message.company_id", "message.ticket_id", "message.channel_id", "channel.platform"])
          .distinct()
          .where("message.status", "=", "queued")
          .where((eb) =>
            eb.or([
              eb("message.sending_until", "<=", now),
              eb.and([
                eb("message.sending_until", "is not", null),
                sql<boolean>`has_ended(message.sending_by)`,
              ]),
              eb.and([
                eb("message.sending_until", "is", null),
                eb.or([
                  eb.and([
                    eb.or([
                      eb("message.next_attempt_on", "is", null),
                      eb("message.next_attempt_on", "<=", now),
                    ]),
                    eb.or([eb("channel.sends_from", "is", null), eb("channel.sends_from", "<=", now)]),
                  ]),
                  eb.and([eb("message.template", "is", null), eb.exists(windowClosed(eb, now))]),
                  eb("channel.removed_on", "is not", null),
                ]),
              ]),
            ]),
          ),
      )
      .selectFrom("due")
      .select(["company_id as companyId", "ticket_id as id", "channel_id", "platform"])
      .orderBy((eb) => eb.fn.agg<number>("row_number").over((over) => over.partitionBy("channel_id")))
      .limit(most)
      .execute(),
  );
  await nudge(context, due, nudgeDelivery);
}

const windowClosed = (eb: ExpressionBuilder<Database, "message">, now: Date) =>
  eb
    .selectFrom("ticket")
    .select(eb.lit(1).as("one"))
    .whereRef("ticket.company_id", "=", "message.company_id")
    .whereRef("ticket.id", "=", "message.ticket_id")
    .where("ticket.reply_window_until", "<=", now);

/** Tickets with a reaction that is due, or whose send broke off. */
export async function sweepReactions(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("queued_reaction as queued")
      .innerJoin("channel", (join) =>
        join
          .onRef("channel.company_id", "=", "queued.company_id")
          .onRef("channel.id", "=", "queued.channel_id"),
      )
      .select(["queued.company_id as companyId", "queued.ticket_id as id", "queued.channel_id"])
      .select("channel.platform")
      .distinct()
      .where((eb) =>
        eb.or([
          eb("sending_until", "is", null),
          eb("sending_until", "<=", now),
          sql<boolean>`has_ended(queued.sending_by)`,
        ]),
      )
      .where((eb) => eb.or([eb("next_attempt_on", "is", null), eb("next_attempt_on", "<=", now)]))
      .limit(most)
      .execute(),
  );
  await nudge(context, due, nudgeReactions);
}

/** Media that is due for another attempt, or whose fetch broke off. */
export async function sweepMedia(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("file")
      .innerJoin("ticket", (join) =>
        join.onRef("ticket.company_id", "=", "file.company_id").onRef("ticket.id", "=", "file.ticket_id"),
      )
      .select(["file.company_id as companyId", "file.id", "ticket.channel_id as channelId"])
      .where("file.state", "=", "arriving")
      .where("ticket.deleted_on", "is", null)
      .where((eb) =>
        eb.or([
          eb("file.next_attempt_on", "is", null),
          eb("file.next_attempt_on", "<=", now),
          sql<boolean>`has_ended(file.fetching_by)`,
        ]),
      )
      .orderBy((eb) => eb.fn.agg<number>("row_number").over((over) => over.partitionBy("ticket.channel_id")))
      .limit(most)
      .execute(),
  );
  await nudge(context, due, (scope, { id, channelId }) => nudgeFetch(scope, id, channelId));
}

/**
 * Milliseconds; longer than a send may take and be recorded, and than providers take to bring what belongs together.
 */
const earlyKept = 15 * 60_000;

/** The message that an early event waits for. */
const awaited = sql<string>`case early.kind when 'quote' then early.event ->> 'quoted' else early.external_id end`;

/**
 * Applies early events on messages that have come since: receipts that crossed the recording of their send, what clients
 * did to their messages, and quotes. An event that never finds its message is removed.
 */
export async function sweepEarlyEvents(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - earlyKept);
  const found = await acrossCompanies(context, async (db) => {
    await moveEarlyReceipts(db);
    await db.deleteFrom("early_event").where("created_on", "<=", old).execute();
    return db
      .selectFrom("early_event as early")
      .innerJoin("message", (join) =>
        join
          .onRef("message.company_id", "=", "early.company_id")
          .onRef("message.channel_id", "=", "early.channel_id")
          .on("message.external_id", "=", awaited),
      )
      .selectAll("early")
      .orderBy("early.created_on")
      .limit(most)
      .execute();
  });
  for (const { company_id: companyId, channel_id: id, event } of found) {
    try {
      await applyEvent(context, { companyId, id }, eventOfRow(event));
    } catch (error) {
      // The event stays for the next run, and delays no other.
      context.log.error({ err: error, channel: id }, "An early event was not applied");
    }
  }
}

async function applyEvent(
  context: Context,
  { companyId, id }: Pick<Channel, "companyId" | "id">,
  event: EarlyEvent,
): Promise<void> {
  const channel = { id };
  const work = (inside: (scope: Scope<DeskActor>) => Promise<void>) =>
    inCompany(context, { kind: "desk", companyId }, inside);
  if (event.kind === "quote") return work((scope) => applyQuote({ scope, channel, context }, event));
  if (event.kind === "receipt") {
    return work(async (scope) => {
      await receiveReceipt({ scope, channel }, event);
      await dropEvent({ scope, channel }, event);
    });
  }
  const row = await findChannel(context, id);
  if (row) await receive(context, openChannel(row, context.secrets), [event]);
  await work((scope) => dropEvent({ scope, channel }, event));
}

export const sweepers = [sweepDeliveries, sweepReactions, sweepMedia, sweepEarlyEvents, sweepChanges];

async function nudge<Due extends { companyId: string }>(
  context: Context,
  due: Due[],
  enqueue: (scope: Scope, due: Due) => Promise<void>,
): Promise<void> {
  const byCompany = Map.groupBy(due, ({ companyId }) => companyId);
  // The rows become jobs: the sweeps of all processes find the same rows, and one of them is to work on each.
  const byJobs = { ...context, ownTasks: {} };
  for (const [companyId, rows] of byCompany) {
    await inCompany(byJobs, { kind: "desk", companyId }, async (scope) => {
      for (const row of rows) await enqueue(scope, row);
    });
  }
}
