/**
 * Mails the figures of the week before to administrators who want them: from Monday at eight, in the company's time zone. After a standstill the
 * newest week is sent alone.
 */
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import {
  type AgentActor,
  acrossCompanies,
  inCompany,
  inCompanyAs,
  type Scope,
} from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { queueMail } from "../../mail/queue.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { findRecipient } from "../../support/away/recipient.ts";
import { plus } from "../figures/range.ts";
import { readFigures } from "../figures/read.ts";
import { letterOf } from "./letter.ts";

/** The hour of Monday from which it is sent. */
const hour = 8;
/** The number of mails in one run; the next run finds the rest. */
const most = 200;
const validFor = 24 * 3_600_000;

/** Finds the Monday from which the newest mail is due, in a zone. */
const weekIn = (zone: RawBuilder<unknown>, now: Date) =>
  sql<string>`(date_trunc('week', (${now}::timestamptz at time zone ${zone}) - make_interval(hours => ${hour}::integer))::date)`;

export async function viewFigureMail({
  db,
  companyId,
  actor,
}: Scope<AgentActor>): Promise<{ weekly: boolean }> {
  const wanted = await db
    .selectFrom("figure_mail")
    .select("agent_id")
    .where("company_id", "=", companyId)
    .where("agent_id", "=", actor.id)
    .executeTakeFirst();
  return { weekly: wanted !== undefined };
}

/** The first mail comes on the next Monday. */
export async function saveFigureMail(
  scope: Scope<AgentActor>,
  { weekly }: { weekly: boolean },
): Promise<{ weekly: boolean }> {
  const { db, companyId, actor, now } = scope;
  if (weekly)
    await sql`insert into figure_mail (company_id, agent_id, mailed_week)
      values (${companyId}, ${actor.id}, ${weekIn(sql`${await companyTimeZone(scope)}`, now)}) on conflict do nothing`.execute(
      db,
    );
  else
    await db
      .deleteFrom("figure_mail")
      .where("company_id", "=", companyId)
      .where("agent_id", "=", actor.id)
      .execute();
  return { weekly };
}

export async function sweepFigureMails(context: Context): Promise<void> {
  const { rows } = await acrossCompanies(context, (db) =>
    sql<{ company_id: string; agent_id: string }>`
      select m.company_id, m.agent_id from figure_mail m join company c on c.company_id = m.company_id
      where m.mailed_week < ${weekIn(sql`c.time_zone`, context.clock())} order by m.mailed_week limit ${most}`.execute(
      db,
    ),
  );
  for (const { company_id, agent_id } of rows) {
    try {
      await mailWeek(context, company_id, agent_id);
    } catch (error) {
      // One that cannot be written holds up no other; the next run tries it again.
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, agent: agent_id }, "Figures of a week could not be mailed");
    }
  }
}

async function mailWeek(context: Context, companyId: string, id: string): Promise<void> {
  const recipient = await findRecipient(context, companyId, id);
  // An agent who is disabled, or no administrator any more, gets no further mail.
  if (recipient?.role !== "admin") return forget(context, companyId, id);
  await inCompanyAs(context, recipient.actor, async (scope) => {
    const week = await lockDue(scope);
    if (!week) return;
    const figures = await readFigures(scope, { from: plus(week, -7), to: plus(week, -1) });
    await queueMail(
      { db: scope.db, now: scope.now, secrets: context.secrets },
      {
        address: recipient.email,
        content: { kind: "page", once: true, ...letterOf(context.config, recipient, figures) },
        until: new Date(scope.now.getTime() + validFor),
      },
    );
    await sql`update figure_mail set mailed_week = ${week}::date
      where company_id = ${companyId} and agent_id = ${id}`.execute(scope.db);
  });
}

/** The week that is due; undefined when none is, or another process is at it. */
async function lockDue(scope: Scope<AgentActor>): Promise<string | undefined> {
  const week = weekIn(sql`${await companyTimeZone(scope)}`, scope.now);
  const { rows } = await sql<{ week: string }>`select ${week}::text as week from figure_mail
    where company_id = ${scope.companyId} and agent_id = ${scope.actor.id} and mailed_week < ${week}
    for update skip locked`.execute(scope.db);
  return rows[0]?.week;
}

const forget = (context: Context, companyId: string, id: string) =>
  inCompany(context, { kind: "desk", companyId }, async ({ db }) => {
    await db
      .deleteFrom("figure_mail")
      .where("company_id", "=", companyId)
      .where("agent_id", "=", id)
      .execute();
  });
