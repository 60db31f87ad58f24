import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { ratingThanks } from "../../support/tickets/rating-question.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import type { ChannelRow } from "../seam/module.ts";

/** Timeout in milliseconds. */
const timeout = 10_000;

/** Makes a pressed rating question visibly answered. Throws when another try may succeed; it is safe to repeat. */
export async function acknowledgeRating(
  context: Context,
  { companyId, channelId, ...click }: Tasks["acknowledge_rating"],
  signal: AbortSignal,
): Promise<void> {
  const row = await findChannel(context, channelId);
  // A channel removed meanwhile needs no acknowledgement.
  if (!row || row.company_id !== companyId) return;
  const adapter = context.adapters.of(row.platform);
  const thanks = ratingThanks(await findLanguage(context, row, click.chatId));
  await adapter.acknowledgeRating(
    openChannel(row, context.secrets),
    { ...click, thanks },
    AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  );
}

/** The language of the client's messenger. */
function findLanguage(
  context: Context,
  { id, company_id: companyId }: Pick<ChannelRow, "id" | "company_id">,
  externalId: string,
): Promise<string | null> {
  return inCompany(context, { kind: "desk", companyId }, async ({ db }) => {
    const identity = await db
      .selectFrom("client_identity")
      .select("lang")
      .where("company_id", "=", companyId)
      .where("channel_id", "=", id)
      .where("external_id", "=", externalId)
      .executeTakeFirst();
    return identity?.lang ?? null;
  });
}
