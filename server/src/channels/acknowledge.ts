import type { Context } from "../context.ts";
import { inCompany } from "../database/scope.ts";
import type { Tasks } from "../jobs/tasks.ts";
import { findChannel, openChannel } from "./find.ts";

/** Milliseconds. */
const patience = 10_000;
const pause = 2_000;

/** Accounts with an acknowledgement under way. */
const busy = new WeakMap<Context, Set<string>>();

/**
 * Makes a pressed rating question visibly answered. Throws when it is worth another try; it is safe to repeat. One at a time
 * of an account, the others come again: a provider that hangs leaves room for other accounts.
 */
export async function acknowledgeRating(
  context: Context,
  { companyId, ...payload }: Tasks["acknowledge_rating"],
  signal: AbortSignal,
): Promise<void> {
  const accounts = busy.get(context) ?? new Set();
  busy.set(context, accounts);
  if (accounts.has(payload.channelId)) {
    const runAt = new Date(context.clock().getTime() + pause);
    return inCompany(context, { kind: "desk", companyId }, (scope) =>
      scope.enqueue("acknowledge_rating", payload, { runAt, tries: 5 }),
    );
  }
  accounts.add(payload.channelId);
  try {
    await acknowledge(context, { companyId, ...payload }, signal);
  } finally {
    accounts.delete(payload.channelId);
  }
}

async function acknowledge(
  context: Context,
  { companyId, channelId, ...click }: Tasks["acknowledge_rating"],
  signal: AbortSignal,
): Promise<void> {
  const row = await findChannel(context, channelId);
  // A channel removed meanwhile needs no acknowledgement.
  if (!row || row.company_id !== companyId) return;
  const adapter = context.adapters.of(row.platform);
  const timeout = AbortSignal.timeout(patience);
  await adapter.acknowledgeRating(
    openChannel(row, context.secrets),
    click,
    AbortSignal.any([signal, timeout]),
  );
}
