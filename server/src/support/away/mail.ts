/** Mails agents who are away what they want by mail and have not seen: one mail for all of it. */
import type { Context } from "../../floor/context.ts";
import {
  type AgentActor,
  acrossCompanies,
  inCompany,
  inCompanyAs,
  type Scope,
} from "../../floor/database/scope.ts";
import { queueMail } from "../../mail/queue.ts";
import type { NoticeSubject } from "../notices/mail-queue.ts";
import { quietUntil } from "../notices/settings.ts";
import { composePush } from "../push/compose.ts";
import { findRecipient } from "./recipient.ts";

/** Milliseconds without any console after which an agent is away. */
const awayAfter = 10 * 60_000;
/** Milliseconds between two mails to one agent. */
const mailPause = 10 * 60_000;
const validFor = 24 * 3_600_000;
/** The number of agents in one run; the next run finds the rest. */
const most = 200;
/** The number of notices in one mail; the inbox has the others. */
export const mostInMail = 20;

export async function sweepMailsWhenAway(context: Context): Promise<void> {
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("notice_mail_due")
      .select(["company_id", "agent_id"])
      .where("due_on", "<=", context.clock())
      .orderBy("due_on")
      .limit(most)
      .execute(),
  );
  for (const { company_id, agent_id } of due) await mailWhenAway(context, company_id, agent_id);
}

async function mailWhenAway(context: Context, companyId: string, id: string): Promise<void> {
  const recipient = await findRecipient(context, companyId, id);
  if (!recipient) {
    await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      if (await lockDue(scope, id)) await forget(scope, id);
    });
    return;
  }
  await inCompanyAs(context, recipient.actor, async (scope) => {
    const due = await lockDue(scope, id);
    if (!due) return;
    const later = await putOffUntil(scope, due.mailed_on);
    if (later) return setDue(scope, id, { due_on: later });
    const notices = await consumeUnseen(scope, recipient.lang);
    if (notices.length === 0) return setDue(scope, id, { due_on: null });
    await queueMail(
      { db: scope.db, now: scope.now, secrets: context.secrets },
      {
        address: recipient.email,
        content: { kind: "notices", companyId, agentId: id, notices },
        until: new Date(scope.now.getTime() + validFor),
      },
    );
    await setDue(scope, id, { due_on: null, mailed_on: scope.now });
  });
}

/** Undefined when it is no longer due, or another process is at it. */
function lockDue({ db, companyId, now }: Scope, agentId: string) {
  return db
    .selectFrom("notice_mail_due")
    .select("mailed_on")
    .where("company_id", "=", companyId)
    .where("agent_id", "=", agentId)
    .where("due_on", "<=", now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Null when a mail may leave now: the agent is away, has no quiet hours, and was not mailed just now. */
async function putOffUntil(scope: Scope<AgentActor>, mailedOn: Date | null): Promise<Date | null> {
  const { db, now, actor } = scope;
  const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds);
  // A process that has just ended counts until its rows are removed: only then is the time of leaving noted.
  const present = await db
    .selectFrom("presence")
    .select("process_id")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", actor.id)
    .executeTakeFirst();
  if (present) return after(now, awayAfter);
  const absence = await db
    .selectFrom("absence")
    .select("left_on")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", actor.id)
    .executeTakeFirst();
  const ends = [absence && after(absence.left_on, awayAfter), mailedOn && after(mailedOn, mailPause)];
  const latest = ends.reduce((one, other) => ((one ?? now) > (other ?? now) ? one : other), null);
  return latest && latest > now ? latest : quietUntil(scope, actor.id);
}

/** Consumes all that waits. What was seen meanwhile, or may no longer be seen, is left out. */
async function consumeUnseen(scope: Scope<AgentActor>, lang: Parameters<typeof composePush>[2]) {
  const waiting = await scope.db
    .deleteFrom("notice_mail")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .returning(["about", "subject_id as id"])
    .execute();
  const unseen: NoticeSubject[] = [];
  for (const notice of waiting) {
    if (unseen.length === mostInMail) break;
    if (await composePush(scope, notice, lang)) unseen.push(notice);
  }
  return unseen;
}

async function forget(scope: Scope, agentId: string): Promise<void> {
  await scope.db
    .deleteFrom("notice_mail")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .execute();
  await setDue(scope, agentId, { due_on: null });
}

async function setDue(
  { db, companyId }: Scope,
  agentId: string,
  to: { due_on: Date | null; mailed_on?: Date },
): Promise<void> {
  await db
    .updateTable("notice_mail_due")
    .set(to)
    .where("company_id", "=", companyId)
    .where("agent_id", "=", agentId)
    .execute();
}
