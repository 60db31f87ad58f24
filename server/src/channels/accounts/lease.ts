/** The lease by which one process polls a channel; two would confirm each other's updates. */
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type Scope } from "../../floor/database/scope.ts";
import type { ChannelRow } from "../seam/module.ts";

/** Longer than one poll and the processing of its updates. */
const leaseTime = 120_000;

/** Acquires or renews the lease. Returns the current row; null when another process holds it or the channel is no longer polled. */
export async function acquireLease(context: Context, channelId: string): Promise<ChannelRow | null> {
  const now = context.clock();
  const row = await acrossCompanies(context, (db) =>
    db
      .updateTable("channel")
      .set({ poll_lease_by: context.processId, poll_lease_until: new Date(now.getTime() + leaseTime) })
      .where("id", "=", channelId)
      .where("removed_on", "is", null)
      .where("webhook_secret_hash", "is", null)
      .where((eb) =>
        eb.or([
          eb("poll_lease_by", "is", null),
          eb("poll_lease_by", "=", context.processId),
          eb("poll_lease_until", "<=", now),
        ]),
      )
      .returningAll()
      .executeTakeFirst(),
  );
  return row ?? null;
}

/** Another process polls the channel now. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/**
 * Saves the channel's position in its provider's stream, in the module's own shape. Only the holder of the lease moves
 * it; false when another process holds it.
 */
export async function saveCursor(context: Context, channelId: string, cursor: object): Promise<boolean> {
  const moved = await acrossCompanies(context, (db) =>
    db
      .updateTable("channel")
      .set({ place: JSON.stringify(cursor) })
      .where("id", "=", channelId)
      .where("poll_lease_by", "=", context.processId)
      .returning("id")
      .executeTakeFirst(),
  );
  return moved !== undefined;
}

/** Saves what the account's server did wrong of late, in the module's own shape, while this process holds the lease. */
export async function saveConduct(
  context: Context,
  channelId: string,
  conduct: object | null,
): Promise<void> {
  await acrossCompanies(context, (db) =>
    db
      .updateTable("channel")
      .set({ conduct: conduct && JSON.stringify(conduct) })
      .where("id", "=", channelId)
      .where("poll_lease_by", "=", context.processId)
      .execute(),
  );
}

/**
 * Saves the position in the unit of work that stores what was received: throws `LeaseLost`, so that none of its rows is
 * committed.
 */
export async function moveCursor(
  scope: Scope,
  { processId }: Pick<Context, "processId">,
  channelId: string,
  cursor: object,
): Promise<void> {
  const moved = await scope.db
    .updateTable("channel")
    .set({ place: JSON.stringify(cursor) })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("poll_lease_by", "=", processId)
    .returning("id")
    .executeTakeFirst();
  if (!moved) throw new LeaseLost("Another process polls the channel");
}

export async function releaseLease(context: Context, channelId: string): Promise<void> {
  await acrossCompanies(context, (db) =>
    db
      .updateTable("channel")
      .set({ poll_lease_by: null, poll_lease_until: null })
      .where("id", "=", channelId)
      .where("poll_lease_by", "=", context.processId)
      .execute(),
  );
}
