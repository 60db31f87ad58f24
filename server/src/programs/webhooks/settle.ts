/** An answer decides: the delivery is done, tried again later, or parked; or its webhook is. */
import { sql } from "kysely";
import type { Answer } from "../../files/posting/post.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Claimed, DeliveryRow } from "./claim.ts";
import { parkWebhook } from "./park.ts";

/** Milliseconds between tries; the last repeats until the end. */
const pauses = [10, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600].map((seconds) => seconds * 1000);
/** Milliseconds from the first try after which a delivery is parked, and a webhook whose receiver accepted nothing meanwhile. */
const longestTried = 3 * 24 * 3_600_000;
/** Milliseconds between two writes of a webhook's last success. */
const notedEvery = 10_000;

export type Answered = { claimed: Claimed; answer: Answer };

/** Settles deliveries that were accepted, in one unit of work. Returns which subjects have a further one. */
export function settleAccepted(
  context: Context,
  companyId: string,
  answered: Answered[],
): Promise<boolean[]> {
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const waiting = await writeAccepted(scope, answered);
    return answered.map(({ claimed: { deliveries } }) => deliveries.some(({ id }) => waiting.has(id)));
  });
}

/** Returns true if a further delivery of a subject may be sent now. */
export const settleRefused = (context: Context, companyId: string, answered: Answered): Promise<boolean> =>
  inCompany(context, { kind: "desk", companyId }, (scope) => refused(context, scope, answered));

/**
 * Changes nothing of a delivery that another process has claimed since: this one took too long. Each way locks the webhook before
 * its delivery, as a start and a resending do; several in the order of their ids. Returns those whose subject, or with batches whose webhook, has a
 * further one.
 */
async function writeAccepted({ db, companyId, now }: Scope, answered: Answered[]): Promise<Set<string>> {
  const noted = new Date(now.getTime() - notedEvery);
  const all = answered.flatMap(({ claimed, answer }) =>
    claimed.deliveries.map((delivery) => ({
      ...{ id: delivery.id, until: delivery.sending_until, batch: sizeOf(claimed) },
      ...{ webhook: delivery.webhook_id, subject: delivery.subject_id },
      ...{ status: answer.status, answer: answer.answer, milliseconds: answer.milliseconds },
    })),
  );
  const { rows } = await sql<{ id: string }>`
    with a as materialized (select * from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        a (id uuid, until timestamptz, batch integer, webhook uuid, subject uuid, status integer, answer text,
          milliseconds integer)),
      due as (select id from webhook where company_id = ${companyId} and id in (select webhook from a)
        and (failing_since is not null or last_sent_on is null or last_sent_on < ${noted}) order by id for update),
      working as (update webhook w set failing_since = null, last_sent_on = ${now} from due
        where w.company_id = ${companyId} and w.id = due.id returning w.id),
      accepted as (update webhook_delivery d set state = 'sent', sending_until = null, sending_by = null, reason = null,
          status = a.status, answer = a.answer, milliseconds = a.milliseconds, batch = a.batch
        from a, (select count(*) from working) locked
        where d.company_id = ${companyId} and d.id = a.id and d.sending_until = a.until)
    select a.id from a where exists (select from webhook_delivery d where d.company_id = ${companyId}
      and d.webhook_id = a.webhook and (d.subject_id = a.subject or a.batch is not null and d.attempts = 0)
      and d.state = 'waiting' and d.id not in (select id from a))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The events of the request; null where the webhook sends each alone. */
const sizeOf = ({ batches, deliveries }: Claimed): number | null => (batches ? deliveries.length : null);

async function refused(context: Context, scope: Scope, { claimed, answer }: Answered): Promise<boolean> {
  const { db, companyId, now } = scope;
  const [delivery] = claimed.deliveries;
  if (!delivery) return false;
  const ofWebhook = db
    .selectFrom("webhook")
    .select(["id", "name", "failing_since", "parked_on"])
    .where("company_id", "=", companyId)
    .where("id", "=", delivery.webhook_id);
  const webhook = await ofWebhook.executeTakeFirstOrThrow();
  const begun = delivery.tried_on ?? now;
  const failing = webhook.failing_since ?? begun;
  const gone = answer.status === 410;
  const failsAll = now.getTime() - failing.getTime() >= longestTried;
  if ((gone || failsAll) && !webhook.parked_on)
    await parkWebhook(context, scope, webhook, gone ? "gone" : "failing");
  if (!webhook.failing_since)
    await db
      .updateTable("webhook")
      .set({ failing_since: begun })
      .where("company_id", "=", companyId)
      .where("id", "=", delivery.webhook_id)
      .where("failing_since", "is", null)
      .execute();
  let parked = false;
  for (const one of claimed.deliveries) {
    const pause = pauses[one.attempts - 1] ?? pauses.at(-1) ?? 0;
    const next = new Date(now.getTime() + pause);
    const first = one.first_tried_on ?? begun;
    // Where the receiver has accepted nothing since, it is the webhook that is parked in the end.
    const parks = next.getTime() - first.getTime() > longestTried && failing > first;
    const outcome = parks ? ({ state: "parked" } as const) : { next_attempt_on: next };
    await write(scope, one, answer, { ...outcome, batch: sizeOf(claimed) });
    parked ||= parks;
  }
  return parked;
}

/** Changes nothing when another process has claimed it since: this one took too long. */
async function write(
  { db, companyId }: Scope,
  { id, sending_until }: DeliveryRow,
  { status, answer, reason, milliseconds }: Answer,
  outcome: ({ state: "parked" } | { next_attempt_on: Date }) & { batch: number | null },
): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({
      ...{ sending_until: null, sending_by: null, status, answer, milliseconds },
      reason,
      ...outcome,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("sending_until", "=", sending_until)
    .execute();
}
