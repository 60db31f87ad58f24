/**
 * Connecting an account gives the provider our address. When PUBLIC_URL has changed, the start enqueues a job for each
 * account that is registered at another address.
 */
import type { Platform } from "@parley/contract/values";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { findChannel } from "./find.ts";
import { markBroken } from "./health.ts";
import { webhookOf } from "./webhook-address.ts";

/** The tries take about two hours. */
const tries = 8;

export async function registerAtNewAddress(context: Context): Promise<void> {
  const platforms = context.channels.all.flatMap(({ platform, webhook }) =>
    webhook?.register ? [platform] : [],
  );
  for (const { id, companyId } of await findElsewhere(context, platforms)) {
    await inCompany(context, { kind: "desk", companyId }, (scope) =>
      scope.enqueue("register_webhook", { channelId: id }, { key: `register_webhook:${id}`, tries }),
    );
  }
}

async function findElsewhere(context: Context, platforms: Platform[]) {
  if (platforms.length === 0) return [];
  const rows = await acrossCompanies(context, (db) =>
    db
      .selectFrom("channel")
      .select(["id", "company_id as companyId", "platform"])
      .select(sql<string | null>`place->>'webhook'`.as("webhook"))
      .where("platform", "in", platforms)
      .where("removed_on", "is", null)
      .execute(),
  );
  return rows.filter((row) => row.webhook !== webhookOf(context.config.publicUrl, row));
}

/** Throws when another try may succeed. A refusal of the provider marks the account as broken. */
export async function registerWebhook(
  context: Context,
  { companyId, channelId }: Tasks["register_webhook"],
): Promise<void> {
  const row = await findChannel(context, channelId);
  const register = row && context.channels.find(row.platform)?.webhook?.register;
  if (!row || !register || row.company_id !== companyId) return;
  const refused = await register(context, row).then(() => null, refusalIn);
  await inCompany(context, { kind: "desk", companyId }, async (scope) => {
    if (refused) await markBroken(scope, channelId, refused);
    else await markRegistered(scope, channelId, webhookOf(context.config.publicUrl, row));
  });
}

function refusalIn(error: unknown) {
  const { reason } = error instanceof Refusal && error.status === 400 ? error.details : {};
  if (!reason) throw error;
  return reason;
}

/** Stores the address that the provider calls. */
export async function markRegistered(scope: Scope, channelId: string, webhook: string): Promise<void> {
  await scope.db
    .updateTable("channel")
    .set({ place: JSON.stringify({ webhook }) })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .execute();
}
