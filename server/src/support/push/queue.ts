/** Enqueues pushes: a job for each browser that gets one; and notes what is to be mailed. */
import type { NoticeKind } from "@parley/contract/notice-kinds";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { noteForMail } from "../notices/mail-queue.ts";
import { wants } from "../notices/settings.ts";

/** A condition on the id of an agent. */
type Whose = (agent: RawBuilder<unknown>) => RawBuilder<unknown>;

type Company = Pick<Scope, "db" | "companyId">;

/** Tries after a crash in the middle of one; a temporary refusal of the push service enqueues another job. */
const tries = 3;

/** Pushes a line of an agent's inbox. */
export function pushNotification(
  scope: Company,
  agentId: string,
  notification: { id: string; ticket_id: string | null; sender_id: string | null; kind: NoticeKind },
): Promise<void> {
  const { id, ticket_id, sender_id, kind } = notification;
  return enqueue(scope, (agent) => sql`${agent} = ${agentId}::uuid`, kind, {
    about: "notification",
    id,
    topic: ticket_id ?? sender_id ?? id,
  });
}

/** Pushes a ticket that waits to be accepted to those of its department. */
export function pushWaitingTicket(
  scope: Company,
  ticket: { id: string; department_id: string },
): Promise<void> {
  const colleagues: Whose = (agent) => sql`${agent} in (select a.id from agent_sight s
    join agent a on a.company_id = s.company_id and a.id = s.agent_id and a.disabled_on is null
    where s.company_id = ${scope.companyId}::uuid and s.department_id = ${ticket.department_id}::uuid)`;
  return enqueue(scope, colleagues, "ticket", { about: "ticket", id: ticket.id, topic: ticket.id });
}

/**
 * Enqueues with one statement, and no job without a subscription. The later of two about one subject replaces the
 * other. Those who want it by mail are noted too.
 */
async function enqueue(
  scope: Company,
  whose: Whose,
  kind: NoticeKind,
  push: Pick<Tasks["push"], "about" | "id" | "topic">,
): Promise<void> {
  const payload = JSON.stringify({ ...push, companyId: scope.companyId, attempt: 1 });
  await sql`select enqueue_job('push', (${payload}::jsonb || jsonb_build_object('subscriptionId', s.id))::json,
      'push:' || s.id || ':' || ${push.topic}, null, ${tries})
    from push_subscription s
    left join notice_setting chosen on chosen.company_id = s.company_id and chosen.agent_id = s.agent_id
    where s.company_id = ${scope.companyId}::uuid and s.off_on is null and s.session_hash is not null and ${whose(sql.ref("s.agent_id"))} and ${wants(kind, "push")}`.execute(
    scope.db,
  );
  await noteForMail(scope, whose(sql.ref("a.id")), kind, push);
}
