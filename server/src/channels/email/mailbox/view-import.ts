import type { MailImport } from "@parley/contract/mailboxes";
import type { Scope } from "../../../floor/database/scope.ts";

/** The mailbox's last import. */
export async function viewImport(scope: Scope, channelId: string): Promise<MailImport | null> {
  const row = await scope.db
    .selectFrom("mail_import")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .orderBy("started_on", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { days, folders, found, taken, skipped, unread, started_on, ended_on, cancelled } = row;
  return {
    ...{ days, folders, found, taken, skipped, unread },
    state: ended_on === null ? "running" : cancelled ? "cancelled" : "done",
    started_on: started_on.toISOString(),
    ended_on: ended_on?.toISOString() ?? null,
  };
}
