import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import type { NoticeSubject } from "../notices/mail-queue.ts";

/** Notes again what a mail that may not leave yet would have told. A repeat changes nothing. */
export async function putBack(
  { db, companyId, actor }: Scope<AgentActor>,
  notices: NoticeSubject[],
  due: Date,
): Promise<void> {
  const own = { company_id: companyId, agent_id: actor.id };
  await db
    .insertInto("notice_mail")
    .values(notices.map(({ about, id }) => ({ ...own, about, subject_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto("notice_mail_due")
    .values({ ...own, due_on: due })
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id"]).doUpdateSet({ due_on: due }))
    .execute();
}
