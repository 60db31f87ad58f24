/**
 * Claims the first waiting delivery of subjects and writes their requests: one of a subject is under way at a time. A webhook
 * with batches has one batch under way, and meanwhile its further events gather for the next.
 */
import { hash } from "node:crypto";
import { programLimits } from "@parley/contract/program-limits";
import { type Selectable, sql } from "kysely";
import { signedHeaders } from "../../files/posting/secret.ts";
import type { Context } from "../../floor/context.ts";
import { isAbandoned } from "../../floor/database/abandoned.ts";
import type { WebhookDeliveryTable } from "../../floor/database/schema.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { renderEvents } from "../events/render.ts";
import { scanAt } from "../events/scan.ts";
import { batchOf, bodyOf, type SentEvent, type Shown } from "./body.ts";
import { exampleOf } from "./example.ts";
import type { WebhookRow } from "./rows.ts";
import { readingAs, sightOf, sightWithRules } from "./sight.ts";

/** Milliseconds; longer than a request may take. A claim ends earlier when its process has ended. */
const lease = 30_000;

export type DeliveryRow = Selectable<WebhookDeliveryTable>;
export type Claimed = {
  /** Several where the webhook sends batches. */
  deliveries: DeliveryRow[];
  batches: boolean;
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** Null when there is nothing to send now. `dropped`: the event is not for the webhook any more; the next one is. */
export type Claiming = Claimed | "dropped" | null;

/** Claims for several subjects of a company in one unit of work, in their order; events that webhooks see alike are read once. */
export function claim(
  context: Context,
  companyId: string,
  payloads: Tasks["send_webhook"][],
): Promise<Claiming[]> {
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const webhooks = await findWebhooks(scope, payloads);
    const signed = payloads.filter(({ webhookId }) => webhooks.get(webhookId)?.secret);
    await lockBatching(scope, webhooks);
    const deliveries = await claimFirst(context, scope, signed, webhooks);
    const alone = new Map(deliveries.map((row) => [`${row.webhook_id} ${row.subject_id}`, row]));
    const isAlone = ({ webhookId, subjectId }: (typeof payloads)[number]) =>
      alone.has(`${webhookId} ${subjectId}`);
    const batches = new Map<string, DeliveryRow[]>();
    for (const { webhookId } of signed.filter((one) => !isAlone(one)))
      if (webhooks.get(webhookId)?.batches && !batches.has(webhookId))
        batches.set(webhookId, await claimBatch(context, scope, webhookId));
    const claimed = [...deliveries, ...[...batches.values()].flat()];
    const shown = await showEvents(context, scope, webhooks, claimed);
    await drop(
      scope,
      claimed.filter(({ id }) => !shown.has(id)),
    );
    return payloads.map(({ webhookId, subjectId }) => {
      const webhook = webhooks.get(webhookId);
      if (!webhook) return null;
      const own = alone.get(`${webhookId} ${subjectId}`);
      const some = own ? [own] : (batches.get(webhookId) ?? []);
      // The first of a webhook's subjects claims its batch.
      if (!own) batches.delete(webhookId);
      return some.length > 0 ? requestFor(context, scope, webhook, { some, shown }) : null;
    });
  });
}

type Ready = { some: DeliveryRow[]; shown: Map<string, Shown> };

function requestFor(
  context: Context,
  scope: Scope,
  webhook: WebhookRow,
  { some, shown }: Ready,
): Claimed | "dropped" {
  const deliveries = some.filter(({ id }) => shown.has(id));
  const [first] = deliveries;
  if (!first) return "dropped";
  const { batches, url } = webhook;
  const events = deliveries.flatMap(({ id }) => shown.get(id) ?? []);
  const body = written(webhook, events);
  const id = deliveries.length === 1 ? eventIdOf(first) : idOfBatch(deliveries.map(eventIdOf));
  const headers = signedHeaders(secretsOf(context, scope, webhook), { id, at: scope.now, body });
  return { deliveries, batches, url, headers, body };
}

/** The same events have the same id: a receiver that knows it has them all. */
const idOfBatch = (ids: readonly string[]): string =>
  `batch_${hash("sha256", ids.join(" "), "hex").slice(0, 32)}`;

const written = (webhook: WebhookRow, events: Shown[]): string =>
  webhook.batches ? batchOf(events) : events.map((one) => bodyOf(webhook, one)).join("");

/** Two processes do not begin a batch of one webhook at a time. */
async function lockBatching({ db, companyId }: Scope, webhooks: Map<string, WebhookRow>): Promise<void> {
  const ids = [...webhooks.values()].filter(({ batches }) => batches).map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .selectFrom("webhook")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
}

async function findWebhooks(
  { db, companyId }: Scope,
  payloads: Tasks["send_webhook"][],
): Promise<Map<string, WebhookRow>> {
  const ids = [...new Set(payloads.map(({ webhookId }) => webhookId))];
  const rows = await db
    .selectFrom("webhook")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .where("removed_on", "is", null)
    .where("parked_on", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const eventIdOf = ({ subject_id, number }: Pick<DeliveryRow, "subject_id" | "number">): string =>
  `${subject_id}_${number}`;

/**
 * The first waiting delivery of each subject, where it is due and nobody sends it. With batches one that has failed before: it goes
 * alone, so that it holds back its subject and no other.
 */
async function claimFirst(
  { processId }: Pick<Context, "processId">,
  { db, companyId, now }: Scope,
  payloads: Tasks["send_webhook"][],
  of: Map<string, WebhookRow>,
): Promise<DeliveryRow[]> {
  if (payloads.length === 0) return [];
  const webhooks = payloads.map(({ webhookId }) => webhookId);
  const tried = payloads.map(({ webhookId }) => (of.get(webhookId)?.batches ? 1 : 0));
  const subjects = payloads.map(({ subjectId }) => subjectId);
  const until = new Date(now.getTime() + lease);
  const { rows } = await sql<DeliveryRow>`
    with first as (
      select f.* from unnest(${webhooks}::uuid[], ${subjects}::uuid[], ${tried}::integer[])
        a (webhook_id, subject_id, tried)
      cross join lateral (select id, next_attempt_on, sending_until, sending_by, d.attempts >= a.tried as fits
        from webhook_delivery d
        where d.company_id = ${companyId} and d.webhook_id = a.webhook_id and d.subject_id = a.subject_id
          and d.state = 'waiting' order by d.place limit 1 for update) f)
    update webhook_delivery d set sending_until = ${until}, sending_by = ${processId}, attempts = d.attempts + 1,
      first_tried_on = coalesce(d.first_tried_on, ${now}), tried_on = ${now}
    from first where d.company_id = ${companyId} and d.id = first.id and first.fits and first.next_attempt_on <= ${now}
      and (first.sending_until is null or first.sending_until <= ${now} or ${isAbandoned("first.sending_by", processId)})
    returning d.*`.execute(db);
  return rows;
}

/**
 * The next events of a webhook with batches that were not tried yet, in the order of the ledger; none while a batch is under way.
 * Subjects whose first event has failed wait for it.
 */
async function claimBatch(
  { processId }: Pick<Context, "processId">,
  { db, companyId, now }: Scope,
  webhookId: string,
): Promise<DeliveryRow[]> {
  const until = new Date(now.getTime() + lease);
  const { rows } = await sql<DeliveryRow>`
    with waiting as materialized (
      select id, subject_id, place, number, attempts, next_attempt_on,
        coalesce(sending_until > ${now} and not ${isAbandoned("d.sending_by", processId)}, false) as under_way
      from webhook_delivery d where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and d.state = 'waiting'),
    first as (select distinct on (subject_id) subject_id, attempts, next_attempt_on, under_way from waiting
      order by subject_id, place),
    chosen as (select w.id from waiting w join first f on f.subject_id = w.subject_id
      where f.attempts = 0 and f.next_attempt_on <= ${now} and not f.under_way and w.attempts = 0
        and not exists (select from waiting where under_way and attempts = 1)
      order by w.place, w.number limit ${programLimits.webhookBatch})
    update webhook_delivery d set sending_until = ${until}, sending_by = ${processId}, attempts = 1,
      first_tried_on = coalesce(d.first_tried_on, ${now}), tried_on = ${now}
    from chosen where d.company_id = ${companyId} and d.id = chosen.id returning d.*`.execute(db);
  return rows.toSorted((one, other) => Number(one.place ?? Infinity) - Number(other.place ?? Infinity));
}

type Described = Pick<
  DeliveryRow,
  "id" | "webhook_id" | "place" | "kind" | "subject_id" | "number" | "created_on"
>;

/** Null when the webhook does not see the event any more. */
export async function writeBody(
  context: Pick<Context, "config">,
  scope: Scope,
  webhook: WebhookRow,
  delivery: Described,
): Promise<string | null> {
  const shown = await showEvents(context, scope, new Map([[webhook.id, webhook]]), [delivery]);
  const event = shown.get(delivery.id);
  return event ? written(webhook, [event]) : null;
}

/** The events by the delivery's id. One is missing when its webhook does not see it any more. */
async function showEvents(
  { config }: Pick<Context, "config">,
  scope: Scope,
  webhooks: Map<string, WebhookRow>,
  deliveries: Described[],
): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  const show = async (webhook: WebhookRow, { id }: Described, event: SentEvent) => {
    const ticket = event.ticket?.id;
    const clientName = webhook.format === "parley" ? null : await clientNameOf(scope, event);
    const link = ticket ? `${config.consoleOrigin}/?ticket=${ticket}` : null;
    shown.set(id, { event, clientName, link });
  };
  const pairs = deliveries.flatMap((delivery) => {
    const webhook = webhooks.get(delivery.webhook_id);
    return webhook ? [{ webhook, delivery }] : [];
  });
  for (const alike of Map.groupBy(pairs, ({ webhook }) => JSON.stringify(sightOf(webhook))).values()) {
    const ids = [...new Set(alike.map(({ webhook }) => webhook.id))];
    const places = alike.flatMap(({ delivery: { place } }) => (place === null ? [] : [Number(place)]));
    const events = await eventsAt(scope, alike[0]?.webhook, { ids, places });
    for (const { webhook, delivery } of alike) {
      const event = delivery.place === null ? exampleOf(delivery) : events.get(Number(delivery.place));
      if (event) await show(webhook, delivery, event);
    }
  }
  return shown;
}

/** The events of these places that the webhooks see, which see alike. */
async function eventsAt(
  scope: Scope,
  webhook: WebhookRow | undefined,
  { ids, places }: { ids: string[]; places: number[] },
): Promise<Map<number, SentEvent>> {
  if (!webhook || places.length === 0) return new Map();
  const reading = readingAs(scope, webhook);
  const found = await scanAt(reading, sightWithRules(webhook, ids), [...new Set(places)]);
  const events = await renderEvents(reading, found);
  return new Map(found.map(({ place }, at) => [Number(place), events[at] as SentEvent]));
}

async function clientNameOf({ db, companyId }: Scope, event: SentEvent): Promise<string | null> {
  const id = event.client?.id ?? event.ticket?.client_id;
  if (!id) return null;
  const row = await db
    .selectFrom("client")
    .select("name")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.name ?? null;
}

function secretsOf({ secrets }: Pick<Context, "secrets">, { now }: Scope, webhook: WebhookRow): string[] {
  const { secret, previous_secret: previous, previous_until: until } = webhook;
  const inForce = [secret, until && until > now ? previous : null].filter((one) => one !== null);
  return inForce.map((sealed) => secrets.open(sealed));
}

async function drop({ db, companyId }: Scope, deliveries: Pick<DeliveryRow, "id">[]): Promise<void> {
  if (deliveries.length === 0) return;
  await db
    .updateTable("webhook_delivery")
    .set({ state: "dropped", sending_until: null, sending_by: null })
    .where("company_id", "=", companyId)
    .where(
      "id",
      "in",
      deliveries.map(({ id }) => id),
    )
    .execute();
}
