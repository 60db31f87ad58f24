import type { Context } from "../context.ts";
import type { Tasks } from "../jobs/tasks.ts";
import { findChannel, openChannel } from "./find.ts";

/** Milliseconds. */
const timeout = 10_000;

/** Makes a pressed rating question visibly answered. Throws when it is worth another try; it is safe to repeat. */
export async function acknowledgeRating(
  context: Context,
  { companyId, channelId, ...click }: Tasks["acknowledge_rating"],
  signal: AbortSignal,
): Promise<void> {
  const row = await findChannel(context, channelId);
  // A channel removed meanwhile needs no acknowledgement.
  if (!row || row.company_id !== companyId) return;
  const adapter = context.adapters.of(row.platform);
  await adapter.acknowledgeRating(
    openChannel(row, context.secrets),
    click,
    AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  );
}
