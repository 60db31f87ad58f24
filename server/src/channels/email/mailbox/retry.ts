import type { Mailbox } from "@parley/contract/mailboxes";
import type { Caller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import { channelsChanged } from "../../accounts/changes.ts";
import { optionsOf } from "../account/options.ts";
import { accessMailbox } from "./find.ts";
import { getMailbox } from "./view.ts";

/** The process that reads the mailbox notices the change and tries the mails again that were set aside. */
export async function retryMails(context: Context, caller: Caller, id: string): Promise<Mailbox> {
  await inCompany(context, caller, async (scope) => {
    const row = await accessMailbox(scope, id, true);
    await scope.db
      .updateTable("channel")
      .set({ options: JSON.stringify({ ...optionsOf(row), retryAsked: scope.now.toISOString() }) })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .execute();
  });
  channelsChanged(context);
  return getMailbox(context, caller, id);
}
