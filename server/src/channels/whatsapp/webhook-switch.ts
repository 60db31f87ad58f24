/**
 * Switches a number's messages on and off. The provider has no such switch, so it is kept here and the webhook drops
 * messages. When it is switched on, the provider gets our address again, and calls it before it answers.
 */
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { checkRights, inCompany } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { markAttention, webhookOff } from "../accounts/health.ts";
import { type Account, accessNumber, askOrThrow } from "./accounts.ts";
import { verifyTokenOf, webhookOf } from "./settings.ts";

export async function toggleWebhook(
  context: Context,
  caller: Caller,
  phoneNumberId: string,
): Promise<"on" | "off"> {
  const account = await accessNumber(context, caller, phoneNumberId);
  const off = account.row.webhook_off_on === null;
  await checkRights(context, caller);
  if (!off) await setAddress(context, account);
  await inCompany(context, caller, async (scope) => {
    const { row } = account;
    const changed = await scope.db
      .updateTable("channel")
      .set({ webhook_off_on: off ? scope.now : null })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", row.id)
      .where("removed_on", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw notFound();
    await markAttention(scope, row.id, off ? webhookOff : null);
    const changes = { webhook: { from: off, to: !off } };
    await record(scope, {
      kind: "channel_update",
      subject: row.id,
      name: row.name,
      facts: { fields: ["webhook"] },
      changes,
    });
  });
  channelsChanged(context);
  return off ? "off" : "on";
}

async function setAddress(context: Context, { row, credentials }: Account): Promise<void> {
  const address = credentials.app ? row.id : null;
  await askOrThrow(context, credentials.accessToken, credentials.phoneNumberId, {
    method: "POST",
    json: {
      webhook_configuration: {
        override_callback_uri: webhookOf(context.config.publicUrl, address),
        verify_token: verifyTokenOf(context, address),
      },
    },
    result: z.object({ success: z.boolean().optional() }),
  });
}
