/**
 * Finds rows whose job was lost, or whose process crashed, and enqueues a job. Reads only an index of waiting rows,
 * so it may run every few seconds.
 */
import type { ExpressionBuilder } from "kysely";
import type { Context } from "../context.ts";
import type { Database } from "../database/schema.ts";
import { acrossCompanies, inCompany, type Scope } from "../database/scope.ts";
import { nudgeDelivery } from "../messages/send.ts";
import { receiveReceipt } from "./receive-receipt.ts";

/** At most this many at a time; the next run finds the rest. */
const most = 200;

/** Messages that are due, those whose lease ran out, and those whose reply window has closed. */
export async function sweepDeliveries(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("message")
      .select(["company_id as companyId", "ticket_id as id"])
      .distinct()
      .where("status", "=", "queued")
      .where((eb) =>
        eb.or([
          eb("sending_until", "<=", now),
          eb.and([
            eb("sending_until", "is", null),
            eb.or([
              eb("next_attempt_on", "is", null),
              eb("next_attempt_on", "<=", now),
              eb.and([eb("template", "is", null), eb.exists(windowClosed(eb, now))]),
            ]),
          ]),
        ]),
      )
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

/** Media that is due for another attempt, or whose fetch broke off. */
export async function sweepMedia(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("file")
      .select(["company_id as companyId", "id"])
      .where("state", "=", "arriving")
      .where((eb) => eb.or([eb("next_attempt_on", "is", null), eb("next_attempt_on", "<=", now)]))
      .limit(most)
      .execute(),
  );
  await nudge(context, due, (scope, fileId) =>
    scope.enqueue("fetch_media", { fileId }, { key: `fetch_media:${fileId}`, tries: 1 }),
  );
}

/** Longer than a send may take and be recorded. */
const receiptsKept = 15 * 60_000;

/** Receipts that crossed the recording of their send. Those that never find theirs are removed. */
export async function sweepReceipts(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - receiptsKept);
  const found = await acrossCompanies(context, async (db) => {
    await db.deleteFrom("early_receipt").where("created_on", "<=", old).execute();
    return db
      .selectFrom("early_receipt as early")
      .innerJoin("message", (join) =>
        join
          .onRef("message.company_id", "=", "early.company_id")
          .onRef("message.channel_id", "=", "early.channel_id")
          .onRef("message.external_id", "=", "early.external_id"),
      )
      .selectAll("early")
      .limit(most)
      .execute();
  });
  for (const { company_id: companyId, channel_id: id, external_id: externalId, status, reason } of found) {
    await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      await receiveReceipt({ scope, channel: { id } }, { externalId, status, reason });
      await scope.db
        .deleteFrom("early_receipt")
        .where("company_id", "=", companyId)
        .where("channel_id", "=", id)
        .where("external_id", "=", externalId)
        .execute();
    });
  }
}

export const sweepers = [sweepDeliveries, sweepMedia, sweepReceipts];

async function nudge(
  context: Context,
  due: { companyId: string; id: string }[],
  tell: (scope: Scope, id: string) => Promise<void>,
): Promise<void> {
  const byCompany = Map.groupBy(due, ({ companyId }) => companyId);
  for (const [companyId, rows] of byCompany) {
    await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      for (const { id } of rows) await tell(scope, id);
    });
  }
}
