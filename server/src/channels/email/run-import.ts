/**
 * Fetches older mail in the background, a few mails between two looks for new ones. Where it stands is in its row, moved in
 * the unit of work of each mail, so that it goes on after a restart; which mails there are is asked anew by each connection.
 */
import type { ImapFlow } from "imapflow";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { type Desk, inCompany, type Scope } from "../../database/scope.ts";
import type { Channel } from "../adapters/adapter.ts";
import { LeaseLost } from "../lease.ts";
import { publishChannel } from "../publish.ts";
import type { BytesUnderWay } from "./account/bytes-under-way.ts";
import { fetchMail } from "./imap/fetch-mail.ts";
import { listOlder, type OlderMail } from "./imap/list-older.ts";
import { within } from "./imap/open.ts";
import { commandTime } from "./imap/search.ts";
import { importMail } from "./import-mail.ts";
import { inOrder, isAfter, triesOf } from "./import-position.ts";
import { stored } from "./stored.ts";

/** Mails between two looks. */
const together = 25;
/** A mail at which the connection or the process ends so often is left out. */
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

/** Of one listener. */
export type ImportMemory = {
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
    if (!(await importAndCount(importing, row, mail))) return true;
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
async function importAndCount(importing: Importing, row: Row, mail: OlderMail): Promise<boolean> {
  const { context, channel, client, limit, bytes, ended } = importing;
  const step = { importId: row.id, leavesOpen: row.leaves_open, mail };
  const leaveOut = () => {
    context.log.warn({ channel: channel.id, uid: mail.uid }, "An older mail could not be read");
    return stored(importMail(context, channel, step, "unread"));
  };
  const before = triesOf(mail, row.position);
  if (before >= mostTries) return leaveOut();
  if (!(await noteTries(importing, row, mail, before + 1))) return false;
  try {
    await within(client, commandTime, client.mailboxOpen(mail.folder, { readOnly: true }));
    const fetched = await fetchMail(client, { uid: mail.uid, size: mail.size, limit, bytes, ended });
    try {
      return await stored(importMail(context, channel, step, fetched));
    } finally {
      fetched?.releaseBytes();
    }
  } catch (error) {
    if (ended.aborted) await noteTries(importing, row, mail, before);
    if (ended.aborted || error instanceof LeaseLost || before + 1 < mostTries) throw error;
    return leaveOut();
  }
}

/** False: it was cancelled. */
async function noteTries(
  { context, channel }: Importing,
  { id }: Row,
  { folder, uid }: OlderMail,
  tries: number,
): Promise<boolean> {
  const trying = JSON.stringify({ trying: { folder, uid, tries } });
  const desk: Desk = { kind: "desk", companyId: channel.companyId };
  const noted = await stored(
    inCompany(context, desk, ({ db, companyId }) =>
      db
        .updateTable("mail_import")
        // The next mail's position replaces it.
        .set({ position: sql`coalesce(position, '{}') || ${trying}::jsonb` })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .where("ended_on", "is", null)
        .returning("id")
        .executeTakeFirst(),
    ),
  );
  return noted !== undefined;
}
