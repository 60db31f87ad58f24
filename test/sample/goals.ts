/** Response goals of the sample company, whose tickets are in time, due soon, overdue, paused and answered. */
import type { TagList } from "@parley/contract/tags";
import { sql } from "kysely";
import type { Context } from "../../server/src/floor/context.ts";
import { inCompany } from "../../server/src/floor/database/scope.ts";
import type { DeskClient } from "./desk-client.ts";

export async function plantGoals(admin: DeskClient): Promise<void> {
  const { tags } = await admin.get<TagList>("/tags");
  const regular = tags.filter(({ name }) => name === "Regular client").map(({ tagid }) => tagid);
  const each = (normal: number, urgent: number) => ({ low: normal * 2, normal, high: normal, urgent });
  const policies = [
    {
      name: "Regular clients",
      condition: { field: "client_tags", operator: "one_of", value: regular },
      targets: { first: each(15, 10), next: each(30, 15), solved: each(8 * 60, 4 * 60) },
      in_hours: true,
    },
    {
      name: "Everyone",
      condition: { all: [] },
      targets: { first: each(60, 12), next: each(90, 30), solved: each(3 * 24 * 60, 24 * 60) },
      in_hours: false,
    },
  ];
  for (const policy of policies) await admin.post("/create-goal-policy", { pauses: true, ...policy });
}

/** The outcomes of the policy for everyone in the tickets that were closed before there was one, as figures count them. */
export async function plantPastGoals(context: Context, companyId: string): Promise<void> {
  await inCompany(context, { kind: "desk", companyId }, async ({ db, now }) => {
    await sql`with policy as (select id, targets from goal_policy where company_id = ${companyId} and name = 'Everyone'),
      past as (select t.id, t.department_id, t.created_on, t.reopened_on, t.closed_on, (select min(m.created_on) from message m
          where m.company_id = t.company_id and m.ticket_id = t.id and m.agent_id is not null) as answered_on
        from ticket t where t.company_id = ${companyId} and t.goal_policy_id is null and t.spam_on is null
          and t.closed_on < ${new Date(now.getTime() - 12 * 3_600_000)}),
      clocks as (select id, department_id, 'first' as goal, created_on as began_on, answered_on as ended_on from past
        union all select id, department_id, 'solved', coalesce(reopened_on, created_on), closed_on from past),
      dated as (select c.*, p.id as policy_id, m.minutes, c.began_on + m.minutes * interval '1 minute' as due_on
        from clocks c, policy p, lateral (select (p.targets -> c.goal ->> 'normal')::integer as minutes) m
        where c.ended_on is not null)
      insert into goal_span (company_id, ticket_id, goal, began_on, policy_id, department_id, minutes, paused_ms, due_on, ended_on, missed_on)
      select ${companyId}, id, goal, began_on, policy_id, department_id, minutes, 0, due_on, ended_on,
        case when due_on < ended_on then due_on end from dated`.execute(db);
    await sql`update ticket t set goal_policy_id = s.policy_id from goal_span s
      where t.company_id = ${companyId} and t.goal_policy_id is null and s.company_id = t.company_id and s.ticket_id = t.id`.execute(
      db,
    );
    await sql`insert into figure_due (company_id, ticket_id, due_on)
      select distinct company_id, ticket_id, ${now}::timestamptz from goal_span where company_id = ${companyId} on conflict do nothing`.execute(
      db,
    );
  });
}
