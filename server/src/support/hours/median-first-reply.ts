import { typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { countsInFigures } from "../ticket/spam.ts";
import { openTimeBetween } from "./open.ts";
import { readHoursInForce } from "./rows.ts";

const period = 14 * 24 * 3_600_000;
/** The number of newest conversations of the period that are measured. */
const most = 1_000;

type Reply = { department: string; asked: Date; answered: Date };

/**
 * The median time from a client's first message to an agent's first one, in minutes of opening hours, over the
 * conversations that clients began in the last 14 days; null without any. Automatic messages do not count as replies.
 * Reads up to 1 000 conversations, 50 to 100 ms: a call that many visitors make caches the answer for some minutes.
 */
export async function medianFirstReply(
  scope: Scope,
  { channelId }: { channelId?: string } = {},
): Promise<number | null> {
  const replies = await readFirstReplies(scope, channelId);
  if (replies.length === 0) return null;
  const hoursOf = await readHoursInForce(scope);
  const times = replies
    .map(({ department, asked, answered }) => {
      const hours = hoursOf(department);
      return hours ? openTimeBetween(hours, asked, answered) : answered.getTime() - asked.getTime();
    })
    .sort((one, other) => one - other);
  const upper = times[Math.floor(times.length / 2)] ?? 0;
  const lower = times[Math.ceil(times.length / 2) - 1] ?? 0;
  return Math.round((upper + lower) / 2 / 60_000);
}

async function readFirstReplies(scope: Scope, channelId: string | undefined): Promise<Reply[]> {
  const since = new Date(scope.now.getTime() - period);
  const { rows } = await sql<Reply>`
    select ticket.department_id as department, first.created_on as asked, reply.created_on as answered
    from ticket
    join lateral (select m.is_agent, m.created_on from message m
      where m.company_id = ticket.company_id and m.ticket_id = ticket.id order by m.seq limit 1) first on not first.is_agent
    join lateral (select m.created_on from message m
      where m.company_id = ticket.company_id and m.ticket_id = ticket.id and m.agent_id is not null
        and m.type = any(${typesThat("crossesChannel")}) and m.status is distinct from 'failed'
      order by m.seq limit 1) reply on true
    where ticket.company_id = ${scope.companyId} and ticket.created_on > ${since} and ${countsInFigures}
      ${channelId ? sql`and ticket.channel_id = ${channelId}` : sql``}
    order by ticket.created_on desc limit ${most}`.execute(scope.db);
  return rows;
}
