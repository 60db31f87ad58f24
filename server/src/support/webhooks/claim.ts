/** Claims the first waiting delivery of a subject and writes its request: one of a subject is under way at a time. */
import type { Selectable } from "kysely";
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
export function claim(context: Context, payload: Tasks["send_webhook"]): Promise<Claimed | "dropped" | null> {
  return inCompany(context, { kind: "desk", companyId: payload.companyId }, async (scope) => {
    const webhook = await scope.db
      .selectFrom("webhook")
      .selectAll()
      .where("company_id", "=", scope.companyId)
      .where("id", "=", payload.webhookId)
      .where("removed_on", "is", null)
      .where("parked_on", "is", null)
      .executeTakeFirst();
    if (!webhook?.secret) return null;
    const delivery = await claimFirst(context, scope, payload);
    if (!delivery) return null;
    const body = await writeBody(context, scope, webhook, delivery);
    if (body === null) {
      await drop(scope, delivery);
      return "dropped";
    }
    const signing = { id: eventIdOf(delivery), at: scope.now, body };
    return {
      delivery,
      url: webhook.url,
      headers: signedHeaders(secretsOf(context, scope, webhook), signing),
      body,
    };
  });
}

export const eventIdOf = ({ subject_id, number }: Pick<DeliveryRow, "subject_id" | "number">): string =>
  `${subject_id}_${number}`;

async function claimFirst(
  { processId }: Pick<Context, "processId">,
  { db, companyId, now }: Scope,
  { webhookId, subjectId }: Tasks["send_webhook"],
): Promise<DeliveryRow | undefined> {
  const first = await db
    .selectFrom("webhook_delivery")
    .selectAll()
    .select(isAbandoned("webhook_delivery.sending_by", processId).as("abandoned"))
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", webhookId)
    .where("subject_id", "=", subjectId)
    .where("state", "=", "waiting")
    .orderBy("place")
    .limit(1)
    .forUpdate("webhook_delivery")
    .executeTakeFirst();
  if (!first || first.next_attempt_on > now) return undefined;
  if (first.sending_until && first.sending_until > now && !first.abandoned) return undefined;
  return db
    .updateTable("webhook_delivery")
    .set((eb) => ({
      sending_until: new Date(now.getTime() + lease),
      sending_by: processId,
      attempts: eb("attempts", "+", 1),
      first_tried_on: eb.fn.coalesce("first_tried_on", eb.val(now)),
      tried_on: now,
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", first.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Null when the webhook does not see the event any more. */
export async function writeBody(
  { config }: Pick<Context, "config">,
  scope: Scope,
  webhook: WebhookRow,
  delivery: Pick<DeliveryRow, "place" | "kind" | "id" | "subject_id" | "number" | "created_on">,
): Promise<string | null> {
  const event =
    delivery.place === null ? exampleOf(delivery) : await eventAt(scope, webhook, Number(delivery.place));
  if (!event) return null;
  const ticket = event.ticket?.id;
  return bodyOf(webhook, {
    event,
    clientName: webhook.format === "parley" ? null : await clientNameOf(scope, event),
    link: ticket ? `${config.consoleOrigin}/?ticket=${ticket}` : null,
  });
}

async function eventAt(scope: Scope, webhook: WebhookRow, place: number): Promise<SentEvent | null> {
  const reading = readingAs(scope, webhook);
  const found = await lookAt(reading, sightOf(webhook), place);
  return found && ((await renderEvents(reading, [found]))[0] ?? null);
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

async function drop({ db, companyId }: Scope, { id }: DeliveryRow): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({ state: "dropped", sending_until: null, sending_by: null })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}
