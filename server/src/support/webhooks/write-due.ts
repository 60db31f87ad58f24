/**
 * Writes what each webhook has to send, from its own place in the ledger and in order. The relay nudges it, and a sweep
 * goes on where a process ended.
 */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import { look } from "../programs/events/look.ts";
import { sightOf } from "./sight.ts";

/** The number of deliveries of a webhook that wait at most: further events wait in the ledger. */
const mostAhead = 1_000;
/** The number of events of one unit of work, and of webhooks in one run. */
const perStep = 100;
const mostWebhooks = 500;

type Behind = { companyId: string; id: string };

export async function writeDueDeliveries(context: Context): Promise<void> {
  const { rows } = await acrossCompanies(context, (db) =>
    sql<Behind>`select company_id as "companyId", id from webhook w where removed_on is null and parked_on is null
      and exists (select from event e where e.company_id = w.company_id and e.place > w.place)
      order by random() limit ${mostWebhooks}`.execute(db),
  );
  for (const { companyId, id } of rows) {
    const step = () => inCompany(context, { kind: "desk", companyId }, (scope) => writeSome(scope, id));
    while (await step());
  }
}

/** Returns true if there may be more to write. */
async function writeSome(scope: Scope, id: string): Promise<boolean> {
  const { db, companyId, now } = scope;
  const webhook = await db
    .selectFrom("webhook")
    .select(["id", "types", "departments", "place"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .where("parked_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!webhook) return false;
  const limit = Math.min(perStep, mostAhead - (await countWaiting(scope, id)));
  if (limit <= 0) return false;
  const { found, until, more } = await look(scope, sightOf(webhook), { after: webhook.place, limit });
  if (!until) return false;
  if (found.length > 0) {
    const rows = found.map(({ place, kind, subject_type, subject_id, number }) => ({
      ...{ company_id: companyId, webhook_id: id, place, kind, subject_type, subject_id, number },
      ...{ created_on: now, next_attempt_on: now },
    }));
    await db.insertInto("webhook_delivery").values(rows).execute();
  }
  await db
    .updateTable("webhook")
    .set({ place: until.place })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  for (const subjectId of new Set(found.map(({ subject_id }) => subject_id)))
    await nudgeWebhook(scope, id, subjectId);
  return more;
}

export const nudgeWebhook = (scope: Scope, webhookId: string, subjectId: string): Promise<void> =>
  scope.enqueue(
    "send_webhook",
    { webhookId, subjectId },
    { key: `send_webhook:${webhookId}:${subjectId}`, tries: 1 },
  );

async function countWaiting({ db, companyId }: Scope, id: string): Promise<number> {
  const { count } = await db
    .selectFrom("webhook_delivery")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return Number(count);
}
