/**
 * Finds rows whose job was lost, or whose process crashed, and enqueues a job. Reads only an index of waiting rows,
 * so it may run every few seconds.
 */
import type { Context } from "../context.ts";
import { acrossCompanies, inCompany, type Scope } from "../database/scope.ts";
import { nudgeDelivery } from "../messages/send.ts";

/** At most this many at a time; the next run finds the rest. */
const most = 200;

/** Messages that are due, and those whose lease ran out. */
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
            eb.or([eb("next_attempt_on", "is", null), eb("next_attempt_on", "<=", now)]),
          ]),
        ]),
      )
      .limit(most)
      .execute(),
  );
  await nudge(context, due, nudgeDelivery);
}

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

export const sweepers = [sweepDeliveries, sweepMedia];

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
