import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany } from "../../floor/database/scope.ts";
import { nudgeWebhook } from "./write-due.ts";

/** The number of subjects in one run; the next run finds the rest. */
const most = 500;
const keptFor = 30 * 24 * 3_600_000;
const removedPerStep = 5_000;

type Due = { companyId: string; webhookId: string; subjectId: string };

/** Subjects whose first delivery is due again, or whose process ended: of each webhook some, so that one leaves room for others. */
export async function sweepWebhooks(context: Context): Promise<void> {
  const now = context.clock();
  const { rows } = await acrossCompanies(context, (db) =>
    sql<Due>`with first as (
        select distinct on (d.company_id, d.webhook_id, d.subject_id) d.company_id, d.webhook_id, d.subject_id,
          d.next_attempt_on, d.sending_until, d.sending_by
        from webhook_delivery d where d.state = 'waiting'
        order by d.company_id, d.webhook_id, d.subject_id, d.place)
      select f.company_id as "companyId", f.webhook_id as "webhookId", f.subject_id as "subjectId" from first f
      join webhook w on w.company_id = f.company_id and w.id = f.webhook_id and w.removed_on is null and w.parked_on is null
      where f.next_attempt_on <= ${now}
        and (f.sending_until is null or f.sending_until <= ${now} or has_ended(f.sending_by))
      order by row_number() over (partition by f.webhook_id order by f.next_attempt_on) limit ${most}`.execute(
      db,
    ),
  );
  for (const [companyId, due] of Map.groupBy(rows, (row) => row.companyId))
    await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      for (const { webhookId, subjectId } of due) await nudgeWebhook(scope, webhookId, subjectId);
    });
}

/** Deliveries are kept for 30 days, and none of a removed webhook. */
export async function removeOldDeliveries(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptFor);
  const step = () =>
    acrossCompanies(context, async (db) => {
      const { numAffectedRows = 0n } = await sql`delete from webhook_delivery where ctid = any (array(
        select d.ctid from webhook_delivery d where d.state <> 'waiting' and d.created_on <= ${old} limit ${removedPerStep}))`.execute(
        db,
      );
      const ofRemoved = await sql`delete from webhook_delivery where ctid = any (array(
        select d.ctid from webhook_delivery d join webhook w on w.company_id = d.company_id and w.id = d.webhook_id
        where w.removed_on is not null limit ${removedPerStep}))`.execute(db);
      return Number(numAffectedRows) + Number(ofRemoved.numAffectedRows ?? 0n);
    });
  while ((await step()) > 0);
  await acrossCompanies(context, (db) =>
    sql`delete from webhook w where removed_on is not null and not exists (select from webhook_delivery d
      where d.company_id = w.company_id and d.webhook_id = w.id)`.execute(db),
  );
}
