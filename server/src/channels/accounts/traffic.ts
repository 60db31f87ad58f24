/** The messages an account received and sent lately, and those that wait. Only indexes are read: no message row. */
import type { ChannelTraffic } from "@parley/contract/channels";
import { typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";

/** The number of hours in the chart. */
const span = 24;

type Bucket = { id: string; hours_ago: number; today: boolean } & ChannelTraffic["today"];
type Waiting = { id: string; tickets: number; since: Date };

/** Only these types are messages; other lines of the timeline do not count. */
const written = typesThat("countsAsUnread");

/** Reads the traffic by account id. */
export async function readTraffic(
  scope: Scope,
  channelIds: readonly string[],
): Promise<(channelId: string) => ChannelTraffic> {
  const buckets = Map.groupBy(await readBuckets(scope, channelIds), ({ id }) => id);
  const waiting = new Map((await readWaiting(scope)).map((row) => [row.id, row]));
  return (id) => {
    const hours = Array.from({ length: span }, () => 0);
    const today = { received: 0, sent: 0, failed: 0 };
    for (const bucket of buckets.get(id) ?? []) {
      const place = span - 1 - bucket.hours_ago;
      if (place in hours) hours[place] = (hours[place] ?? 0) + bucket.received + bucket.sent;
      if (!bucket.today) continue;
      today.received += bucket.received;
      today.sent += bucket.sent;
      today.failed += bucket.failed;
    }
    const { tickets = 0, since } = waiting.get(id) ?? {};
    return { today, hours, waiting_tickets: tickets, waiting_since: since?.toISOString() ?? null };
  };
}

/** Counts up to 25 hours: a day on which clocks go back is as long. */
async function readBuckets({ db, companyId, now }: Scope, channelIds: readonly string[]): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select channel_id as id, floor(extract(epoch from ${now}::timestamptz - created_on) / 3600)::integer as hours_ago,
      created_on >= midnight as today,
      (count(*) filter (where not is_agent))::integer as received,
      (count(*) filter (where status in ('sent', 'delivered', 'read')))::integer as sent,
      (count(*) filter (where status = 'failed'))::integer as failed
    from message, (select date_trunc('day', ${now}::timestamptz, time_zone) as midnight
      from company where company_id = ${companyId}) day
    where message.company_id = ${companyId} and channel_id = any(${[...channelIds]}::uuid[])
      and created_on > ${now}::timestamptz - interval '25 hours' and created_on <= ${now}
      and type = any(${written}::text[])
    group by 1, 2, 3`.execute(db);
  return rows;
}

async function readWaiting({ db, companyId }: Scope): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select channel_id as id, count(distinct ticket_id)::integer as tickets, min(created_on) as since
    from message where company_id = ${companyId} and status = 'queued' group by channel_id`.execute(db);
  return rows;
}
