/** Turns channel rows into channels with opened credentials. A webhook finds its channel by the id alone. */

import { reasonOf } from "@parley/contract/reasons";
import type { Platform } from "@parley/contract/values";
import type { SelectQueryBuilder } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import type { Secrets } from "../../floor/secrets/secrets.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import type { Channel, NotSent } from "../seam/adapter.ts";
import type { ChannelRow } from "../seam/module.ts";

/** Milliseconds in which another process may still receive updates under a channel's old secret. */
const fresh = 2000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Keyed by row, since a row is cached for a moment only. Opening credentials for each message would cost 4 % of
 * receiving it.
 */
const opened = new WeakMap<ChannelRow, string>();

/** Throws when the credentials were sealed under another APP_SECRET. */
export function openChannel(row: ChannelRow, secrets: Pick<Secrets, "open">): Channel {
  const credentials = opened.get(row) ?? secrets.open(row.credentials);
  opened.set(row, credentials);
  return {
    companyId: row.company_id,
    id: row.id,
    platform: row.platform,
    externalId: row.external_id,
    name: row.name,
    credentials,
    options: row.options,
    cursor: row.place,
    conduct: row.conduct,
  };
}

/** The database became unavailable before the provider was called. */
export const notTried = {
  outcome: "tryAgain",
  afterMs: null,
  reason: reasonOf("interrupted_before"),
} as const satisfies NotSent;

/** The account a ticket is answered through, or why nothing can be sent through it now. */
export async function openFor(
  context: Context,
  { channel_id: id }: Pick<TicketRow, "channel_id">,
): Promise<Channel | NotSent> {
  let row: ChannelRow | null;
  try {
    row = await findChannel(context, id);
  } catch (error) {
    if (isUnavailable(error)) return notTried;
    throw error;
  }
  if (!row) return { outcome: "refused", reason: reasonOf("channel_disconnected") };
  try {
    return openChannel(row, context.secrets);
  } catch (error) {
    context.log.error({ err: error, channel: row.id }, "A channel's credentials cannot be opened");
    return { outcome: "refused", reason: reasonOf("credentials_unreadable"), channelBroken: true };
  }
}

/** A connected channel of any company, from a cache of at most 2 s that this process's own changes invalidate. */
export async function findChannel(context: Context, id: string): Promise<ChannelRow | null> {
  if (!uuid.test(id)) return null;
  return lookUp(context, id, (rows) => rows.where("id", "=", id));
}

/** Finds a connected channel by the provider's id of the account, where one company at a time has it. */
export function findAccount(
  context: Context,
  platform: Platform,
  externalId: string,
): Promise<ChannelRow | null> {
  return lookUp(context, `${platform} ${externalId}`, (rows) =>
    rows
      .where("platform", "=", platform)
      .where("external_id", "=", externalId)
      .where("many_companies", "=", false),
  );
}

type Rows = SelectQueryBuilder<Database, "channel", ChannelRow>;

async function lookUp(context: Context, key: string, only: (rows: Rows) => Rows): Promise<ChannelRow | null> {
  const { found } = context.accounts;
  const now = performance.now();
  const known = found.get(key);
  if (known && known.until > now) return known.row;
  const row = await acrossCompanies(context, (db) =>
    only(db.selectFrom("channel").selectAll()).where("removed_on", "is", null).executeTakeFirst(),
  );
  // Only existing channels are cached, since a caller can make up ids.
  if (row) found.set(key, { row, until: now + fresh });
  else found.delete(key);
  return row ?? null;
}
