/** Notes what agents want by mail while they are away. */
import type { NoticeKind } from "@parley/contract/notice-kinds";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { wants } from "./settings.ts";

export type NoticeSubject = Pick<Tasks["push"], "about" | "id">;

/** The first mail waits so long for more to come with it. */
const gather = "2 minutes";

const since: Record<NoticeSubject["about"], (id: string) => RawBuilder<unknown>> = {
  notification: (id) => sql`(select n.created_on from notification n
    where n.company_id = a.company_id and n.agent_id = a.id and n.id = ${id}::uuid)`,
  ticket: (id) => sql`(select coalesce(t.reopened_on, t.created_on) from ticket t
    where t.company_id = a.company_id and t.id = ${id}::uuid)`,
};

/** `whose` chooses among the agents `a`. One statement; nothing is written for those who want no mail. */
export async function noteForMail(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  whose: RawBuilder<unknown>,
  kind: NoticeKind,
  { about, id }: NoticeSubject,
): Promise<void> {
  await sql`with wanting as (
      select a.id, ${since[about](id)} + ${gather}::interval as due_on
      from agent a
      left join notice_setting chosen on chosen.company_id = a.company_id and chosen.agent_id = a.id
      where a.company_id = ${companyId}::uuid and a.disabled_on is null and ${whose} and ${wants(kind, "mail")}
    ), noted as (
      insert into notice_mail (company_id, agent_id, about, subject_id)
      select ${companyId}::uuid, id, ${about}, ${id}::uuid from wanting where due_on is not null
      on conflict do nothing
    )
    insert into notice_mail_due (company_id, agent_id, due_on)
    select ${companyId}::uuid, id, due_on from wanting where due_on is not null
    on conflict (company_id, agent_id) do update set due_on = coalesce(notice_mail_due.due_on, excluded.due_on)`.execute(
    db,
  );
}
