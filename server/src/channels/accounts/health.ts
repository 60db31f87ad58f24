/** The state of an account (working, deserves a look, broken), and when it last received or sent. */
import type { Mend } from "@parley/contract/channel-states";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Channel } from "../seam/adapter.ts";
import { openOutage } from "./outage.ts";
import { publishChannel } from "./publish.ts";

/** `traffic`: a message or poll found it. `silence`: checks that got no answer found it. */
type FoundBy = "traffic" | "check" | "silence";
type Fault = { mend?: Mend; by?: FoundBy };

/** Marks the account broken. The time stays until it works again; so does the reason, unless a check finds another. */
export async function markBroken(
  scope: Scope,
  channelId: string,
  reason: Reason,
  { mend = "connect_again", by = "traffic" }: Fault = {},
): Promise<void> {
  const isNew = sql<boolean>`broken_on is null`;
  const differs = sql<boolean>`(broken_on is null or (broken_reason, broken_mend, broken_by)
    is distinct from (${JSON.stringify(reason)}::jsonb, ${mend}, ${by}))`;
  const changed = await account(scope, channelId)
    .set({
      broken_on: sql`coalesce(broken_on, ${scope.now})`,
      broken_reason: reason,
      broken_mend: mend,
      broken_by: by,
      recovered_on: null,
    })
    .where(by === "traffic" ? isNew : differs)
    .returning("id")
    .executeTakeFirst();
  if (!changed) return;
  publishChannel(scope, channelId, { tickets: false });
  await openOutage(scope, channelId);
}

/** Traffic does not end what a check found: a bot that is not called can still send. */
export async function markWorking(
  scope: Scope,
  channelId: string,
  { by = "traffic" }: { by?: "traffic" | "check" } = {},
): Promise<void> {
  const changed = await account(scope, channelId)
    .set({
      broken_on: null,
      broken_reason: null,
      broken_mend: null,
      broken_by: null,
      recovered_on: scope.now,
    })
    .where("broken_on", "is not", null)
    .where(by === "check" ? sql<boolean>`true` : sql<boolean>`broken_by is distinct from 'check'`)
    .returning("id")
    .executeTakeFirst();
  if (changed) publishChannel(scope, channelId, { tickets: false });
}

/** An administrator switched the webhook off. */
export const webhookOff = { reason: reasonOf("webhook_off"), mend: "turn_on_webhook" } as const;

/** Marks what deserves a look; null: nothing does any more. */
export async function markAttention(
  scope: Scope,
  channelId: string,
  found: { reason: Reason; mend: Mend } | null,
): Promise<void> {
  const change = found
    ? {
        attention_on: sql<Date>`coalesce(attention_on, ${scope.now})`,
        attention_reason: found.reason,
        attention_mend: found.mend,
      }
    : { attention_on: null, attention_reason: null, attention_mend: null };
  const differs = found
    ? sql<boolean>`(attention_reason, attention_mend)
        is distinct from (${JSON.stringify(found.reason)}::jsonb, ${found.mend})`
    : sql<boolean>`attention_on is not null`;
  const changed = await account(scope, channelId)
    .set(change)
    .where(differs)
    .returning("id")
    .executeTakeFirst();
  if (changed) publishChannel(scope, channelId, { tickets: false });
}

const account = (scope: Scope, channelId: string) =>
  scope.db.updateTable("channel").where("company_id", "=", scope.companyId).where("id", "=", channelId);

/** Milliseconds between two writes of one process for one account: its row must not be written with every message. */
const pause = 10_000;

type Direction = "last_in_on" | "last_out_on";

/** Records when an account last received or sent. Nothing depends on it, so a failure is only logged. */
export async function recordActivity(
  context: Context,
  { id, companyId }: Pick<Channel, "id" | "companyId">,
  direction: Direction,
): Promise<void> {
  const { activity } = context.accounts;
  const key = `${id} ${direction}`;
  const now = context.clock();
  if (now.getTime() - (activity.get(key) ?? Number.NEGATIVE_INFINITY) < pause) return;
  activity.set(key, now.getTime());
  try {
    await inCompany(context, { kind: "desk", companyId }, ({ db }) =>
      db
        .updateTable("channel")
        .set({ [direction]: now })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .execute(),
    );
  } catch (error) {
    context.log.warn({ err: error, channel: id }, "An account's last activity was not recorded");
  }
}
