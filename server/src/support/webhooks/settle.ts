/** An answer decides: the delivery is done, tried again later, or parked; or its webhook is. */
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Claimed, DeliveryRow } from "./claim.ts";
import { parkWebhook } from "./park.ts";
import type { Answer } from "./post.ts";

/** Milliseconds between tries; the last repeats until the end. */
const pauses = [10, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600].map((seconds) => seconds * 1000);
/** Milliseconds from the first try after which a delivery is parked, and a webhook that took nothing meanwhile. */
const longestTried = 3 * 24 * 3_600_000;
/** Milliseconds between two writes of a webhook's last success. */
const notedEvery = 10_000;

/** Returns true if a further delivery of the subject may be sent now. */
export function settle(context: Context, { delivery }: Claimed, answer: Answer): Promise<boolean> {
  return inCompany(context, { kind: "desk", companyId: delivery.company_id }, (scope) =>
    answer.reason === null ? taken(scope, delivery, answer) : refused(context, scope, delivery, answer),
  );
}

/** Each way locks the webhook before its delivery, as a start and a resending do. */
async function taken(scope: Scope, delivery: DeliveryRow, answer: Answer): Promise<boolean> {
  const { db, companyId, now } = scope;
  await db
    .updateTable("webhook")
    .set({ failing_since: null, last_sent_on: now })
    .where("company_id", "=", companyId)
    .where("id", "=", delivery.webhook_id)
    .where((eb) =>
      eb.or([
        eb("failing_since", "is not", null),
        eb("last_sent_on", "is", null),
        eb("last_sent_on", "<", new Date(now.getTime() - notedEvery)),
      ]),
    )
    .execute();
  await write(scope, delivery, answer, { state: "sent" });
  return true;
}

async function refused(
  context: Context,
  scope: Scope,
  delivery: DeliveryRow,
  answer: Answer,
): Promise<boolean> {
  const { db, companyId, now } = scope;
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
  const pause = pauses[delivery.attempts - 1] ?? pauses.at(-1) ?? 0;
  const next = new Date(now.getTime() + pause);
  const first = delivery.first_tried_on ?? begun;
  // Where the receiver has taken nothing since, it is the webhook that is parked in the end.
  const parks = next.getTime() - first.getTime() > longestTried && failing > first;
  await write(scope, delivery, answer, parks ? { state: "parked" } : { next_attempt_on: next });
  return parks;
}

/** Changes nothing when another process has claimed it since: this one took too long. */
async function write(
  { db, companyId }: Scope,
  { id, sending_until }: DeliveryRow,
  { status, answer, reason, milliseconds }: Answer,
  outcome: { state: "sent" | "parked" } | { next_attempt_on: Date },
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
