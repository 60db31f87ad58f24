import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { Checkup } from "../seam/adapter.ts";

const period = 3_600_000;
/** Fewer failures are the clients' own: a blocked bot, an account that is gone. */
const fewest = { failed: 5, tickets: 3 };
const share = 0.5;
const most = 1000;

/**
 * The failures of an account that sends while half of its messages of the last hour failed, in several tickets; null
 * otherwise.
 */
export async function failuresOf(scope: Scope, channelId: string): Promise<Checkup | null> {
  const since = new Date(scope.now.getTime() - period);
  const { rows } = await sql<{ failed: number; tickets: number }>`
    select count(*)::integer as failed, count(distinct ticket_id)::integer as tickets from (
      select ticket_id from message where company_id = ${scope.companyId} and channel_id = ${channelId}
        and status = 'failed' and created_on >= ${since} limit ${most}) as failures`.execute(scope.db);
  const { failed, tickets } = rows[0] ?? { failed: 0, tickets: 0 };
  if (failed < fewest.failed || tickets < fewest.tickets) return null;
  const sent = await countSent(scope, channelId, since);
  const all = failed + sent;
  if (failed / all < share) return null;
  return { outcome: "attention", reason: reasonOf("many_failed", { failed, all }), mend: "check_failures" };
}

/** Counts by the tickets of that time, since messages have no index by channel. */
async function countSent(scope: Scope, channelId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::integer as sent from (
      select 1 from ticket join message on message.company_id = ticket.company_id and message.ticket_id = ticket.id
        where ticket.company_id = ${scope.companyId} and ticket.channel_id = ${channelId}
          and ticket.updated_on >= ${since} and message.created_on >= ${since}
          and message.status in ('sent', 'delivered', 'read') limit ${most}) as messages`.execute(scope.db);
  return rows[0]?.sent ?? 0;
}
