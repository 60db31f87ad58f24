/**
 * Fetches older mail in the background, a few mails between two looks for new ones. Where it stands is in its row, moved in
 * the unit of work of each mail, so that it goes on after a restart; which mails there are is asked anew by each connection.
 */
import type { ImapFlow } from "imapflow";
import type { Context } from "../../context.ts";
import { type Desk, inCompany, type Scope } from "../../database/scope.ts";
import type { Channel } from "../adapters/adapter.ts";
import { LeaseLost } from "../lease.ts";
import { publishChannel } from "../publish.ts";
import type { BytesUnderWay } from "./account/bytes-under-way.ts";
import { fetchMail } from "./imap/fetch-mail.ts";
import { listOlder, type OlderMail } from "./imap/list-older.ts";
import { within } from "./imap/open.ts";
import { importMail } from "./import-mail.ts";
import { inOrder, isAfter } from "./import-position.ts";
import { stored } from "./stored.ts";

/** Mails between two looks. */
const together = 25;
const commandTime = 60_000;
/** A connection that breaks at one mail so often leaves it out. */
const mostTries = 3;
const day = 24 * 60 * 60_000;

export type Importing = {
  context: Context;
  channel: Channel;
  client: ImapFlow;
  /** Bytes. */
  limit: number;
  bytes: BytesUnderWay;
  ended: AbortSignal;
  memory: ImportMemory;
};

/** Of one listener. Tries outlive its connections; the list does not. */
export type ImportMemory = {
  tries: Map<string, number>;
  list: { id: string; client: ImapFlow; mails: OlderMail[] } | null;
};

type Row = NonNullable<Awaited<ReturnType<typeof findRunning>>>;

/** Takes the next few mails of the import that runs. False: there is none. */
export async function importSome(importing: Importing): Promise<boolean> {
  const { context, channel } = importing;
  const desk: Desk = { kind: "desk", companyId: channel.companyId };
  const row = await stored(inCompany(context, desk, (scope) => findRunning(scope, channel.id)));
  if (!row) return false;
  const mails = await listOf(importing, row);
  const next = mails.filter((mail) => isAfter(mail, row.position)).slice(0, together);
  if (next.length === 0) {
    await stored(inCompany(context, desk, (scope) => endImport(scope, row)));
    // Another look selects the folder whose new mails are announced.
    return true;
  }
  for (const mail of next) {
    if (importing.ended.aborted) return false;
    if (!(await takeOne(importing, row, mail))) return true;
  }
  return true;
}

function findRunning(scope: Scope, channelId: string) {
  return scope.db
    .selectFrom("mail_import")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("ended_on", "is", null)
    .executeTakeFirst();
}

async function listOf({ context, channel, client, memory }: Importing, row: Row): Promise<OlderMail[]> {
  if (memory.list?.id === row.id && memory.list.client === client) return memory.list.mails;
  const since = new Date(row.started_on.getTime() - row.days * day);
  const mails = (await listOlder(client, row.folders, since, row.started_on)).sort(inOrder);
  memory.list = { id: row.id, client, mails };
  await inCompany(context, { kind: "desk", companyId: channel.companyId }, ({ db, companyId }) =>
    db
      .updateTable("mail_import")
      .set({ found: mails.length })
      .where("company_id", "=", companyId)
      .where("id", "=", row.id)
      .execute(),
  );
  return mails;
}

async function endImport(scope: Scope, { id, channel_id }: Row): Promise<void> {
  await scope.db
    .updateTable("mail_import")
    .set({ ended_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("ended_on", "is", null)
    .execute();
  publishChannel(scope, channel_id, { tickets: true });
}

/** False: it was cancelled. A mail that cannot be read is counted and left at the server. */
async function takeOne(importing: Importing, row: Row, mail: OlderMail): Promise<boolean> {
  const { context, channel, client, limit, bytes, ended, memory } = importing;
  const step = { importId: row.id, leavesOpen: row.leaves_open, mail };
  const known = `${row.id} ${mail.folder} ${mail.uid}`;
  try {
    await within(client, commandTime, client.mailboxOpen(mail.folder, { readOnly: true }));
    const fetched = await fetchMail(client, { uid: mail.uid, size: mail.size, limit, bytes, ended });
    try {
      const goesOn = await stored(importMail(context, channel, step, fetched));
      memory.tries.delete(known);
      return goesOn;
    } finally {
      fetched?.giveBack();
    }
  } catch (error) {
    if (ended.aborted || error instanceof LeaseLost) throw error;
    const tries = (memory.tries.get(known) ?? 0) + 1;
    memory.tries.set(known, tries);
    if (tries < mostTries) throw error;
    memory.tries.delete(known);
    context.log.warn({ channel: channel.id, uid: mail.uid }, "An older mail could not be read");
    return stored(importMail(context, channel, step, "unread"));
  }
}
