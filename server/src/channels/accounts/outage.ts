/**
 * An outage of an account, from its first fault until it has worked for some minutes. Administrators get one inbox line at
 * once and, after ten minutes, one mail; another when it works again, if that mail was sent.
 */

import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import { queueNotice } from "../../mail/notice.ts";
import { listAdmins } from "../../people/agents/admins.ts";
import { endOutageLines } from "../../support/notifications/inbox.ts";
import { notify } from "../../support/notifications/notify.ts";

const mailAfter = 10 * 60_000;
/** Milliseconds: a fault within this time after the last belongs to the same outage. */
const endsAfter = 5 * 60_000;
/** The number of outages in one run; the next run finds the rest. */
const most = 200;

/** Opens an outage; does nothing while one is open. */
export async function openOutage(scope: Scope, channelId: string): Promise<void> {
  const opened = await scope.db
    .updateTable("channel")
    .set({ outage_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("outage_on", "is", null)
    .returning(["id", "name", "platform"])
    .executeTakeFirst();
  if (!opened) return;
  for (const { id } of await listAdmins(scope))
    await notify(scope, id, { type: "channel", name: opened.name, ticket: null, channel: opened });
}

/** Mails and ends the outages that are due. */
export async function followOutages(context: Context): Promise<void> {
  const now = context.clock().getTime();
  const [mailDue, endDue] = [new Date(now - mailAfter), new Date(now - endsAfter)];
  const due = sql<boolean>`case
    when removed_on is not null then outage_on is not null
    when broken_on is null then outage_on is not null and coalesce(recovered_on <= ${endDue}, true)
    else outage_on is null or (mailed_on is null and outage_on <= ${mailDue}) end`;
  const found = await acrossCompanies(context, (db) =>
    db.selectFrom("channel").select(["company_id", "id"]).where(due).limit(most).execute(),
  );
  for (const { company_id: companyId, id } of found)
    await inCompany(context, { kind: "desk", companyId }, (scope) => follow(context, scope, id));
}

async function follow(context: Pick<Context, "secrets">, scope: Scope, id: string): Promise<void> {
  const row = await scope.db
    .selectFrom("channel")
    .select(["id", "name", "broken_on", "outage_on", "recovered_on", "mailed_on", "removed_on"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  if (row.removed_on) return end(scope, id);
  if (!row.outage_on) return row.broken_on ? openOutage(scope, id) : undefined;
  const before = (milliseconds: number) => new Date(scope.now.getTime() - milliseconds);
  const facts = { account: row.name, since: row.outage_on.toISOString() };
  if (row.broken_on) {
    if (row.mailed_on || row.outage_on > before(mailAfter)) return;
    await write(scope, id, { mailed_on: scope.now });
    return mailAdmins(context, scope, { kind: "channelBroken", ...facts });
  }
  // Connecting an account again ends its fault without ending the outage.
  if (!row.recovered_on) return write(scope, id, { recovered_on: scope.now });
  if (row.recovered_on > before(endsAfter)) return;
  if (row.mailed_on) await mailAdmins(context, scope, { kind: "channelWorking", ...facts });
  await end(scope, id);
}

async function end(scope: Scope, id: string): Promise<void> {
  await write(scope, id, over);
  await endOutageLines(scope, id);
}

const over = { outage_on: null, recovered_on: null, mailed_on: null };

async function write(
  scope: Scope,
  id: string,
  change: Partial<Record<keyof typeof over, Date | null>>,
): Promise<void> {
  await scope.db
    .updateTable("channel")
    .set(change)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
}

type OutageMail = { kind: "channelBroken" | "channelWorking"; account: string; since: string };

async function mailAdmins(
  context: Pick<Context, "secrets">,
  scope: Scope,
  content: OutageMail,
): Promise<void> {
  for (const { email } of await listAdmins(scope)) await queueNotice(context, scope, email, content);
}
