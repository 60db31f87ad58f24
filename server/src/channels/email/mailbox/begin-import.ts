import type { beginMailImport as schema } from "@parley/contract/mailboxes";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../../floor/database/scope.ts";
import { conflict, invalid } from "../../../floor/errors/errors.ts";
import { record } from "../../../floor/ledger/record.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { openCredentials } from "../account/credentials.ts";
import { optionsOf } from "../account/options.ts";
import { accessMailbox } from "./find.ts";

/** The process that reads the mailbox notices the change and begins. Throws 409 while another import runs. */
export async function beginImport(
  scope: Scope<AgentActor>,
  channelId: string,
  open: (row: ChannelRow) => string,
  { days, folders, leaves_open }: z.output<typeof schema>,
): Promise<void> {
  const row = await accessMailbox(scope, channelId, true);
  if (!openCredentials(open(row)).imap) throw invalid("mailbox_without_imap");
  const { db, companyId, now, actor } = scope;
  const begun = await db
    .insertInto("mail_import")
    .values({
      ...{ company_id: companyId, channel_id: channelId, id: crypto.randomUUID(), days },
      ...{ folders: [...new Set(folders)], leaves_open, started_by: actor.id, started_on: now },
    })
    .onConflict((on) => on.columns(["company_id", "channel_id"]).where("ended_on", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!begun) throw conflict("conflict", "mail_import_runs");
  await setImport(scope, row, begun.id);
  await record(scope, {
    kind: "channel_update",
    subject: channelId,
    name: row.name,
    facts: { fields: ["import"] },
    changes: { import: { from: null, to: `${days}` } },
  });
}

/** Cancels an import; the imported tickets stay. Cancelling one that has ended changes nothing. */
export async function cancelImport(scope: Scope<AgentActor>, channelId: string): Promise<void> {
  const row = await accessMailbox(scope, channelId, true);
  await scope.db
    .updateTable("mail_import")
    .set({ ended_on: scope.now, cancelled: true })
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("ended_on", "is", null)
    .execute();
  await setImport(scope, row, null);
}

async function setImport(scope: Scope, row: ChannelRow, importId: string | null): Promise<void> {
  await scope.db
    .updateTable("channel")
    .set({ options: JSON.stringify({ ...optionsOf(row), importId }) })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", row.id)
    .execute();
}
