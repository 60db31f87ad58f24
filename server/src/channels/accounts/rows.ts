/** A company's accounts, as `GET /channels` answers them. */
import type { ChannelRow as ChannelView } from "@parley/contract/channels";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { hasTicketFor } from "../../support/tickets/of-channel.ts";
import type { ChannelRow } from "../seam/module.ts";
import { readTraffic } from "./traffic.ts";

/** No company connects more. */
const most = 500;

/** Administrators get every connected account, others those of tickets they may see, without what to do about a fault. */
export async function listChannels(scope: Scope): Promise<ChannelView[]> {
  const manages = scope.actor.abilities.has("manageChannels");
  const rows = await select(scope)
    .where((eb) => (manages ? eb.lit(true) : hasTicketFor(scope.actor)))
    .orderBy("channel.created_on")
    .orderBy("channel.id")
    .limit(most)
    .execute();
  if (!manages) return rows.map((row) => withoutMend(shape(scope, row)));
  const trafficOf = await readTraffic(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...shape(scope, row), traffic: trafficOf(row.id) }));
}

/** The account for the administrator who just changed it. */
export async function viewChannel(scope: Scope, id: string): Promise<ChannelView> {
  const row = await select(scope).where("channel.id", "=", id).executeTakeFirstOrThrow();
  const trafficOf = await readTraffic(scope, [id]);
  return { ...shape(scope, row), traffic: trafficOf(id) };
}

function select(scope: Scope) {
  return scope.db
    .selectFrom("channel")
    .selectAll("channel")
    .select(
      sql<number>`(select count(*)::integer from message m where m.company_id = channel.company_id
        and m.channel_id = channel.id and m.status = 'queued')`.as("waiting"),
    )
    .where("channel.company_id", "=", scope.companyId)
    .where("channel.removed_on", "is", null);
}

function shape(scope: Scope, row: ChannelRow & { waiting: number }): ChannelView {
  return {
    channelid: row.id,
    platform: row.platform,
    name: row.name,
    username: row.username,
    departmentid: row.department_id,
    ...stateOf(row),
    last_in: row.last_in_on?.toISOString() ?? null,
    last_out: row.last_out_on?.toISOString() ?? null,
    waiting: row.waiting,
    ...startOf(scope, row),
  };
}

function startOf(scope: Scope, { platform }: ChannelRow): Pick<ChannelView, "can_start" | "starts_by"> {
  const { begin, mail } = scope.platforms.find(platform)?.declaration ?? {};
  const by = begin === "template" ? "template" : begin === "anyone" && mail ? "mail" : null;
  return { can_start: by !== null, starts_by: by };
}

function stateOf(row: ChannelRow): Pick<ChannelView, "state" | "reason" | "mend" | "since"> {
  if (row.broken_on) {
    const { broken_on: on, broken_reason: reason, broken_mend: mend } = row;
    return { state: "broken", reason, mend: mend ?? "connect_again", since: on.toISOString() };
  }
  const { attention_on: on, attention_reason: reason, attention_mend: mend } = row;
  if (on) return { state: "attention", reason, mend, since: on.toISOString() };
  return { state: "working", reason: null, mend: null, since: null };
}

function withoutMend({ mend: _mend, ...row }: ChannelView): ChannelView {
  return row;
}
