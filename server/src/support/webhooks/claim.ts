/** Claims the first waiting delivery of subjects and writes their requests: one of a subject is under way at a time. */
import { type Selectable, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { isAbandoned } from "../../floor/database/abandoned.ts";
import type { WebhookDeliveryTable } from "../../floor/database/schema.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { lookAt } from "../programs/events/look.ts";
import { renderEvents } from "../programs/events/render.ts";
import { bodyOf, type SentEvent } from "./body.ts";
import { exampleOf } from "./example.ts";
import type { WebhookRow } from "./rows.ts";
import { signedHeaders } from "./secret.ts";
import { readingAs, sightOf } from "./sight.ts";

/** Milliseconds; longer than a request may take. A claim ends earlier when its process has ended. */
const lease = 30_000;

export type DeliveryRow = Selectable<WebhookDeliveryTable>;
export type Claimed = {
  delivery: DeliveryRow;
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
    const deliveries = await claimFirst(
      context,
      scope,
      payloads.filter(({ webhookId }) => webhooks.get(webhookId)?.secret),
    );
    const bodies = await writeBodies(context, scope, webhooks, deliveries);
    await drop(
      scope,
      deliveries.filter(({ id }) => !bodies.has(id)),
    );
    return payloads.map(({ webhookId, subjectId }) => {
      const delivery = deliveries.find(
        ({ webhook_id, subject_id }) => webhook_id === webhookId && subject_id === subjectId,
      );
      const webhook = webhooks.get(webhookId);
      if (!delivery || !webhook) return null;
      const body = bodies.get(delivery.id);
      if (body === undefined) return "dropped";
      const signing = { id: eventIdOf(delivery), at: scope.now, body };
      return {
        delivery,
        url: webhook.url,
        headers: signedHeaders(secretsOf(context, scope, webhook), signing),
        body,
      };
    });
  });
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

/** The first waiting delivery of each subject, where it is due and nobody sends it. */
async function claimFirst(
  { processId }: Pick<Context, "processId">,
  { db, companyId, now }: Scope,
  payloads: Tasks["send_webhook"][],
): Promise<DeliveryRow[]> {
  if (payloads.length === 0) return [];
  const webhooks = payloads.map(({ webhookId }) => webhookId);
  const subjects = payloads.map(({ subjectId }) => subjectId);
  const until = new Date(now.getTime() + lease);
  const { rows } = await sql<DeliveryRow>`
    with first as (
      select f.* from unnest(${webhooks}::uuid[], ${subjects}::uuid[]) a (webhook_id, subject_id)
      cross join lateral (select id, next_attempt_on, sending_until, sending_by from webhook_delivery d
        where d.company_id = ${companyId} and d.webhook_id = a.webhook_id and d.subject_id = a.subject_id
          and d.state = 'waiting' order by d.place limit 1 for update) f)
    update webhook_delivery d set sending_until = ${until}, sending_by = ${processId}, attempts = d.attempts + 1,
      first_tried_on = coalesce(d.first_tried_on, ${now}), tried_on = ${now}
    from first where d.company_id = ${companyId} and d.id = first.id and first.next_attempt_on <= ${now}
      and (first.sending_until is null or first.sending_until <= ${now} or ${isAbandoned("first.sending_by", processId)})
    returning d.*`.execute(db);
  return rows;
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
  const bodies = await writeBodies(context, scope, new Map([[webhook.id, webhook]]), [delivery]);
  return bodies.get(delivery.id) ?? null;
}

/** The bodies by the delivery's id. One is missing when its webhook does not see the event any more. */
async function writeBodies(
  { config }: Pick<Context, "config">,
  scope: Scope,
  webhooks: Map<string, WebhookRow>,
  deliveries: Described[],
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const write = async (webhook: WebhookRow, { id }: Described, event: SentEvent) => {
    const ticket = event.ticket?.id;
    const clientName = webhook.format === "parley" ? null : await clientNameOf(scope, event);
    const link = ticket ? `${config.consoleOrigin}/?ticket=${ticket}` : null;
    bodies.set(id, bodyOf(webhook, { event, clientName, link }));
  };
  const pairs = deliveries.flatMap((delivery) => {
    const webhook = webhooks.get(delivery.webhook_id);
    return webhook ? [{ webhook, delivery }] : [];
  });
  for (const alike of Map.groupBy(pairs, ({ webhook }) => JSON.stringify(sightOf(webhook))).values()) {
    const places = alike.flatMap(({ delivery: { place } }) => (place === null ? [] : [Number(place)]));
    const events = await eventsAt(scope, alike[0]?.webhook, places);
    for (const { webhook, delivery } of alike) {
      const event = delivery.place === null ? exampleOf(delivery) : events.get(Number(delivery.place));
      if (event) await write(webhook, delivery, event);
    }
  }
  return bodies;
}

/** The events that the webhook sees of these places. */
async function eventsAt(
  scope: Scope,
  webhook: WebhookRow | undefined,
  places: number[],
): Promise<Map<number, SentEvent>> {
  if (!webhook || places.length === 0) return new Map();
  const reading = readingAs(scope, webhook);
  const found = await lookAt(reading, sightOf(webhook), [...new Set(places)]);
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
