/**
 * Writes what each webhook has to send, from its own place in the ledger and in order. The relay nudges it, and a sweep
 * goes on where a process ended.
 */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import { scan } from "../events/scan.ts";
import { type Judge, judgeTickets } from "./filter.ts";
import type { WebhookRow } from "./rows.ts";
import { sightOf, sightWithRules } from "./sight.ts";

/** The number of deliveries of a webhook that wait at most, and a step more where two processes write: further events wait in the ledger. */
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
  for (const [companyId, behind] of Map.groupBy(rows, (row) => row.companyId)) {
    const ids = behind.map(({ id }) => id);
    const step = () => inCompany(context, { kind: "desk", companyId }, (scope) => writeSome(scope, ids));
    while (await step());
  }
}

type Webhook = Pick<WebhookRow, "id" | "types" | "departments" | "place" | "condition"> & { limit: number };

/** Webhooks that see alike and are at one place are written together. Returns true if there may be more to write. */
async function writeSome(scope: Scope, ids: string[]): Promise<boolean> {
  const { db, companyId } = scope;
  const { rows: webhooks } = await sql<Omit<Webhook, "limit"> & { waiting: number }>`
    select id, types, departments, place, condition, (select count(*)::integer from webhook_delivery d
      where d.company_id = w.company_id and d.webhook_id = w.id and d.state = 'waiting') as waiting
    from webhook w where company_id = ${companyId} and id = any(${ids}::uuid[])
      and removed_on is null and parked_on is null order by id for update`.execute(db);
  const open = webhooks
    .map((webhook) => ({ ...webhook, limit: Math.min(perStep, mostAhead - webhook.waiting) }))
    .filter(({ limit }) => limit > 0);
  const alike = Map.groupBy(open, (one) => JSON.stringify([one.place, one.limit, sightOf(one)]));
  const judge = judgeTickets(scope);
  let more = false;
  for (const some of alike.values()) more = (await writeAlike(scope, some, judge)) || more;
  return more;
}

async function writeAlike(scope: Scope, webhooks: Webhook[], judge: Judge): Promise<boolean> {
  const { db, companyId, now } = scope;
  const [first] = webhooks;
  if (!first) return false;
  const { found, until, more } = await scan(
    scope,
    sightWithRules(
      first,
      webhooks.map(({ id }) => id),
    ),
    {
      after: first.place,
      limit: first.limit,
    },
  );
  if (!until) return false;
  const chosen = await judge(webhooks, found);
  if (chosen.some(({ events }) => events.length > 0)) {
    const rows = chosen.flatMap(({ id, events }) =>
      events.map(({ place, kind, subject_type, subject_id, number }) => ({
        ...{ company_id: companyId, webhook_id: id, place, kind, subject_type, subject_id, number },
        ...{ created_on: now, next_attempt_on: now },
      })),
    );
    await db.insertInto("webhook_delivery").values(rows).execute();
  }
  await db
    .updateTable("webhook")
    .set({ place: until.place })
    .where("company_id", "=", companyId)
    .where(
      "id",
      "in",
      webhooks.map(({ id }) => id),
    )
    .execute();
  for (const { id, events } of chosen)
    for (const subjectId of new Set(events.map(({ subject_id }) => subject_id)))
      await nudgeWebhook(scope, id, subjectId);
  return more;
}

export const nudgeWebhook = (scope: Scope, webhookId: string, subjectId: string): Promise<void> =>
  scope.enqueue(
    "send_webhook",
    { webhookId, subjectId },
    { key: `send_webhook:${webhookId}:${subjectId}`, tries: 1 },
  );
