/** Warns when three quarters of a goal's time have passed and when it is over: once each, as the row of the clock keeps. */
import type { GoalName } from "@parley/contract/goal-words";
import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, type Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { notify } from "../../support/notifications/notify.ts";
import { listSeeing } from "../../support/notifications/seeing.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import { eachDue, mostDue } from "../../support/tickets/sweep-due.ts";
import { viewSharedTicket } from "../../support/tickets/view.ts";

/** The agents of a department that one warning reaches at most. */
const mostTold = 200;

/** A ticket that fails stays due. */
export async function sweepGoals(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, async (db) => {
    const { rows } = await sql<{ companyId: string; ticketId: string }>`
      select distinct company_id as "companyId", ticket_id as "ticketId" from (
        (select company_id, ticket_id from goal_span
          where warn_on <= ${now} and ended_on is null and warned_on is null order by warn_on limit ${mostDue})
        union all (select company_id, ticket_id from goal_span
          where due_on <= ${now} and ended_on is null and missed_on is null order by due_on limit ${mostDue})) d`.execute(
      db,
    );
    return rows;
  });
  await eachDue(context, due, { work: warn, failed: "The warning of a goal failed" });
}

type Ending = { goal: GoalName; policy: string; missed: boolean; tells: boolean };

/** Under the ticket's lock what another worker has told is no longer due. */
async function warn(scope: Scope<DeskActor>, id: string): Promise<void> {
  const ticket = await lockTicket(scope, id);
  if (!ticket) return;
  const endings = await recordEndings(scope, id);
  if (endings.length === 0) return;
  if (endings.some(({ missed }) => missed))
    await scope.db
      .updateTable("ticket")
      .set({ goal_missed: true })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .execute();
  const shown = await viewSharedTicket(scope, id);
  const told = await listTold(scope, ticket);
  for (const { goal, policy, missed, tells } of endings) {
    const facts = { policy, goal };
    if (missed)
      await record(scope, { kind: "ticket_goal_missed", subject: id, facts, inHand: { ticket: shown } });
    else await record(scope, { kind: "ticket_goal_warned", subject: id, facts });
    if (!tells) continue;
    const code = `goal_${goal}_${missed ? "missed" : "ends"}` as const;
    for (const agentId of told)
      await notify(scope, agentId, {
        ...{ type: "goal" as const, name: shown.client_name, ticket },
        reason: reasonOf(code),
      });
  }
}

/** A warning that comes as late as the end is left out. */
async function recordEndings({ db, companyId, now }: Scope, ticketId: string): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    update goal_span s set warned_on = coalesce(s.warned_on, ${now}),
      missed_on = case when s.due_on <= ${now} then s.due_on end,
      told_on = case when s.due_on <= ${now} then coalesce(s.told_on, ${now}) else s.told_on end
    from (select goal, began_on, told_on from goal_span where company_id = ${companyId} and ticket_id = ${ticketId}) b
    where s.company_id = ${companyId} and s.ticket_id = ${ticketId} and b.goal = s.goal and b.began_on = s.began_on
      and s.ended_on is null and ((s.warn_on <= ${now} and s.warned_on is null) or (s.due_on <= ${now} and s.missed_on is null))
    returning s.goal, s.policy_id as policy, s.due_on <= ${now} as missed, b.told_on is null or s.due_on > ${now} as tells`.execute(
    db,
  );
  return rows;
}

/** Its handler; where there is none, the agents of its department. */
async function listTold(scope: Scope, ticket: TicketRow): Promise<string[]> {
  if (ticket.handler_id) return [ticket.handler_id];
  const seeing = await listSeeing(scope, ticket);
  return seeing
    .filter(({ departmentids }) => departmentids.includes(ticket.department_id))
    .slice(0, mostTold)
    .map(({ id }) => id);
}
