/** The log of a webhook's deliveries, and sending them again. */
import { randomUUID } from "node:crypto";
import { eventKinds } from "@parley/contract/ledger";
import type { ProgramEventType } from "@parley/contract/program-events";
import { programLimits } from "@parley/contract/program-limits";
import type {
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  ResendSince,
  TestWebhook,
} from "@parley/contract/webhooks";
import { sql } from "kysely";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { type DeliveryRow, eventIdOf, writeBody } from "./claim.ts";
import { findWebhook, lockWebhook } from "./rows.ts";
import { checkSeen } from "./within-sight.ts";
import { nudgeWebhook } from "./write-due.ts";

type Admin = Scope<ProgramActor>;

export async function listDeliveries(
  scope: Admin,
  id: string,
  { after, state }: DeliveryQuery,
  max: number = programLimits.deliveriesListed,
): Promise<DeliveryPage> {
  checkSeen(scope, await findWebhook(scope, id));
  const { db, companyId } = scope;
  let query = db
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", id)
    .orderBy("created_on", "desc")
    .orderBy("id", "desc")
    .limit(max + 1);
  if (state) query = query.where("state", "=", state);
  if (after)
    query = query.where(
      sql<boolean>`(created_on, id) < (select o.created_on, o.id from webhook_delivery o
        where o.company_id = ${companyId} and o.webhook_id = ${id} and o.id = ${after})`,
    );
  const rows = await query.execute();
  return { deliveries: rows.slice(0, max).map(shape), more: rows.length > max };
}

export async function requestOf(
  context: Pick<Context, "config">,
  scope: Scope,
  id: string,
): Promise<{ body: string | null }> {
  const delivery = await accessDelivery(scope, id);
  const webhook = await lockWebhook(scope, delivery.webhook_id);
  return { body: await writeBody(context, scope, webhook, delivery) };
}

/** Sends it again at once, whatever waits of its subject. One that waits is tried at once. */
/** `of`: the webhook whose delivery it must be. */
export async function resendDelivery(scope: Admin, id: string, of?: string): Promise<void> {
  const { webhook_id: webhook, subject_id } = await accessDelivery(scope, id);
  if (of !== undefined && of !== webhook) throw notFound();
  await lockCompany(scope);
  const row = await lockWebhook(scope, webhook);
  checkSeen(scope, row);
  const { name } = row;
  await again(scope, webhook).where("id", "=", id).execute();
  const facts = { webhook, count: 1 };
  await record(scope, { kind: "webhook_resend", subject: scope.companyId, name, facts });
  await nudgeWebhook(scope, webhook, subject_id);
}

/** The newest of them when there are more than a call sends again. The sweep sends them. */
export async function resendSince(
  scope: Admin,
  { webhookid, since }: ResendSince,
): Promise<{ count: number }> {
  await lockCompany(scope);
  const webhook = await lockWebhook(scope, webhookid);
  checkSeen(scope, webhook);
  const { name } = webhook;
  const { numUpdatedRows } = await again(scope, webhookid)
    .where("place", "is not", null)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("webhook_delivery")
        .select("id")
        .where("company_id", "=", scope.companyId)
        .where("webhook_id", "=", webhookid)
        .where("created_on", ">=", new Date(since))
        .orderBy("created_on", "desc")
        .limit(programLimits.deliveriesResent),
    )
    .executeTakeFirst();
  const count = Number(numUpdatedRows);
  const facts = { webhook: webhookid, count };
  if (count > 0) await record(scope, { kind: "webhook_resend", subject: scope.companyId, name, facts });
  return { count };
}

/** An example has a subject of its own, so that it waits for nothing. */
export async function testWebhook(scope: Admin, { webhookid, type }: TestWebhook): Promise<void> {
  checkSeen(scope, await lockWebhook(scope, webhookid));
  const subject = randomUUID();
  await scope.db
    .insertInto("webhook_delivery")
    .values({
      ...{ company_id: scope.companyId, webhook_id: webhookid, place: null, kind: type },
      ...{ subject_type: eventKinds[type].subject, subject_id: subject, number: 1 },
      ...{ created_on: scope.now, next_attempt_on: scope.now },
    })
    .execute();
  await nudgeWebhook(scope, webhookid, subject);
}

const again = ({ db, companyId, now }: Scope, webhookId: string) =>
  db
    .updateTable("webhook_delivery")
    .set({ state: "waiting", next_attempt_on: now, first_tried_on: null, attempts: 0 })
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", webhookId)
    .where("sending_until", "is", null);

async function accessDelivery({ db, companyId }: Scope, id: string): Promise<DeliveryRow> {
  const row = await db
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const shape = (row: DeliveryRow): Delivery => ({
  deliveryid: row.id,
  eventid: eventIdOf(row),
  type: row.kind as ProgramEventType,
  state: row.state,
  example: row.place === null,
  attempts: row.attempts,
  batch: row.batch,
  created_on: row.created_on.toISOString(),
  tried_on: row.tried_on?.toISOString() ?? null,
  next_attempt_on: row.state === "waiting" ? row.next_attempt_on.toISOString() : null,
  ...{ status: row.status, milliseconds: row.milliseconds, answer: row.answer, reason: row.reason },
});
