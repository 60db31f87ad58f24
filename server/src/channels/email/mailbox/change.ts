import type { Mailbox, MailboxFolder, changeMailbox as schema } from "@parley/contract/mailboxes";
import type { z } from "zod";
import type { Caller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import { invalid, Refusal } from "../../../floor/errors/errors.ts";
import { record } from "../../../floor/ledger/record.ts";
import { channelsChanged } from "../../accounts/changes.ts";
import { openCredentials } from "../account/credentials.ts";
import { mailboxOptions, optionsOf } from "../account/options.ts";
import { explainImap } from "../imap/failure.ts";
import { closeImap, within } from "../imap/open.ts";
import { signIn } from "../imap/sign-in.ts";
import { accessMailbox } from "./find.ts";
import { getMailbox } from "./view.ts";

const timeout = 20_000;

export async function changeMailbox(
  context: Context,
  caller: Caller,
  id: string,
  {
    folders,
    afterwards,
    dkim_selector: dkimSelector,
    authserv_id: authservId,
    reply_address: plus,
    bounce_address: bounceAddress,
  }: z.output<typeof schema>,
): Promise<Mailbox> {
  await inCompany(context, caller, async (scope) => {
    const row = await accessMailbox(scope, id, true);
    const before = optionsOf(row);
    const after = mailboxOptions.parse({
      ...before,
      ...(folders && { folders: [...new Set(folders)] }),
      ...(afterwards && { afterwards }),
      ...(dkimSelector !== undefined && { dkimSelector }),
      ...(authservId !== undefined && { authservId }),
      ...(plus !== undefined && { plus }),
      ...(bounceAddress !== undefined && { bounceAddress }),
    });
    const fields = (Object.keys(after) as (keyof typeof after)[]).filter(
      (field) => String(after[field]) !== String(before[field]),
    );
    if (fields.length === 0) return;
    await scope.db
      .updateTable("channel")
      .set({ options: JSON.stringify(after) })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .execute();
    const changes = Object.fromEntries(
      fields.map((field) => [field, { from: String(before[field]), to: String(after[field]) }]),
    );
    await record(scope, { kind: "channel_update", subject: id, name: row.name, facts: { fields }, changes });
  });
  channelsChanged(context);
  return getMailbox(context, caller, id);
}

/** Throws 400 for a mailbox without IMAP or one that does not let us in, 503 when its server gives no answer. */
export async function listMailboxFolders(
  context: Context,
  caller: Caller,
  id: string,
): Promise<MailboxFolder[]> {
  const row = await inCompany(context, caller, (scope) => accessMailbox(scope, id));
  const credentials = openCredentials(context.secrets.open(row.credentials));
  const { imap } = credentials;
  if (!imap) throw invalid("mailbox_without_imap");
  try {
    const client = await signIn(
      context.config,
      { ...credentials, imap },
      { companyId: row.company_id, conduct: row.conduct },
      AbortSignal.timeout(timeout),
    );
    try {
      return await within(client, timeout, client.folders());
    } finally {
      await closeImap(client);
    }
  } catch (error) {
    const { outcome, reason } = explainImap(error, imap.host);
    if (outcome === "refused") throw new Refusal(400, "provider_refused", reason);
    throw new Refusal(503, "not_ready", reason);
  }
}
