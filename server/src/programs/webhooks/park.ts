/** A parked webhook sends nothing and loses nothing: it stays at its place until an administrator starts it again. */

import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { queueNotice } from "../../mail/notice.ts";
import { listAdmins } from "../../people/agents/admins.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { notify } from "../../support/notifications/notify.ts";
import type { WebhookRow } from "./rows.ts";

/** Tells the administrators in their inboxes and by mail. */
export async function parkWebhook(
  context: Pick<Context, "secrets">,
  scope: Scope,
  { id, name }: Pick<WebhookRow, "id" | "name">,
  reason: "gone" | "failing",
): Promise<void> {
  await lockCompany(scope);
  const parked = await scope.db
    .updateTable("webhook")
    .set({ parked_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("parked_on", "is", null)
    .where("removed_on", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!parked) return;
  await record(scope, {
    kind: "webhook_park",
    subject: scope.companyId,
    name,
    facts: { webhook: id, reason },
  });
  for (const admin of await listAdmins(scope)) {
    await notify(scope, admin.id, { type: "webhook", name, ticket: null });
    await queueNotice(context, scope, admin.email, { kind: "webhookParked", name });
  }
}
