/**
 * Fetches older mail in the background, a few mails between two polls for new ones. The position is in the import's
 * row, moved in the unit of work that stores the mails, so that the import goes on after a restart; each connection
 * lists the mails anew.
 */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { LeaseLost } from "../accounts/lease.ts";
import { publishChannel } from "../accounts/publish.ts";
import type { Channel } from "../seam/adapter.ts";
import type { MailRoom } from "./account/mail-room.ts";
import type { ImapClient } from "./imap/client.ts";
import { fetchMail, type HeldMail } from "./imap/fetch-mail.ts";
import { listOlder, type OlderMail } from "./imap/list-older.ts";
import { within } from "./imap/open.ts";
import { pieceBytes } from "./imap/process/wire.ts";
import { commandTime } from "./imap/search.ts";
import { type Fetched, importMail, importMails } from "./import-mail.ts";
import { inOrder, isBegun, placeAfter, triesOf } from "./import-position.ts";
import { stored } from "./stored.ts";

/** The number of mails of one unit of work. */
const together = 25;
/** Milliseconds between two polls after which no further mail begins. */
const between = 1500;
/** Milliseconds that mails which are stored together wait for room, since they hold some themselves. */
const patience = 20_000;
/** A mail at which the connection or the process ends so often is skipped. */
const mostTries = 3;
const day = 24 * 60 * 60_000;

export type Importing = {
  context: Context;
  channel: Channel;
  client: ImapClient;
  /** The limit in bytes. */
  limit: number;
  room: MailRoom;
  ended: AbortSignal;
  memory: ImportMemory;
};

/** The memory of one listener. */
export type ImportMemory = {
  list: { id: string; client: ImapClient; mails: OlderMail[] } | null;
};

type Row = NonNullable<Awaited<ReturnType<typeof findRunning>>>;

/** Imports mails for a while. False: no import runs. */
export async function importSome(importing: Importing): Promise<boolean> {
  const end = performance.now() + between;
  for (;;) {
    const step = await importNext(importing);
    if (step !== "imported" || importing.ended.aborted || performance.now() >= end) return step !== "none";
  }
}

/** Imports the next few mails. `over`: the rest waits for another poll, or there is none. */
async function importNext(importing: Importing): Promise<"imported" | "over" | "none"> {
  const { context, channel } = importing;
  const desk: Desk = { kind: "desk", companyId: channel.companyId };
  const row = await stored(inCompany(context, desk, (scope) => findRunning(scope, channel.id)));
  if (!row) return "none";
  const mails = await listOf(importing, row);
  const from = placeAfter(mails, row.position);
  const next = mails.slice(from, from + together);
  if (next.length === 0) {
    await stored(inCompany(context, desk, (scope) => endImport(scope, row)));
    // A poll has selected another folder, the one whose new mails are announced.
    return "over";
  }
  const large = next.findIndex(({ size }) => size > pieceBytes);
  const small = large === -1 ? next : next.slice(0, large);
  if (small.length > 0 && !isBegun(row.position)) {
    await importTogether(importing, row, small);
    return "imported";
  }
  for (const mail of next) {
    if (importing.ended.aborted) return "none";
    if (!(await importAndCount(importing, row, mail))) return "over";
  }
  return "over";
}

/**
 * Imports in one unit of work. When a mail cannot be read, or ends the connection or the process, the first is noted as
 * begun and they come again one by one.
 */
async function importTogether(importing: Importing, row: Row, mails: OlderMail[]): Promise<void> {
  const { context, channel, client, ended, room } = importing;
  const [first] = mails as [OlderMail];
  if (!(await noteTries(importing, row, first, 1))) return;
  const all: Fetched[] = [];
  try {
    await fetchTogether(importing, mails, all);
    const releaseTurn = await room.turns(1, ended);
    try {
      await stored(importMails(context, channel, { importId: row.id, leavesOpen: row.leaves_open }, all));
    } finally {
      releaseTurn();
    }
  } catch (error) {
    if (ended.aborted) await noteTries(importing, row, first, 0);
    if (ended.aborted || error instanceof LeaseLost || !client.usable) throw error;
    context.log.warn({ channel: channel.id, err: error }, "Older mails come one by one");
  } finally {
    for (const { held } of all) held?.releaseBytes();
  }
}

/** Fetches folder by folder, so that each is opened once; returns them in the given order. */
async function fetchTogether(importing: Importing, mails: OlderMail[], all: Fetched[]): Promise<void> {
  const signal = AbortSignal.any([importing.ended, AbortSignal.timeout(patience)]);
  const held = new Map<OlderMail, HeldMail | null>();
  try {
    for (const folder of new Set(mails.map((mail) => mail.folder)))
      for (const mail of mails.filter((one) => one.folder === folder))
        held.set(mail, await fetchOne(importing, mail, signal));
  } finally {
    for (const mail of mails) if (held.has(mail)) all.push({ mail, held: held.get(mail) ?? null });
  }
}

async function fetchOne(
  { client, limit, room }: Importing,
  { folder, uid, size }: OlderMail,
  ended: AbortSignal,
): Promise<HeldMail | null> {
  if (client.folder !== folder) await within(client, commandTime, client.select(folder, { readOnly: true }));
  return fetchMail(client, { uid, size, limit, room, ended });
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

/** False: the import was cancelled. A mail that cannot be read is counted and left at the server. */
async function importAndCount(importing: Importing, row: Row, mail: OlderMail): Promise<boolean> {
  const { context, channel, ended } = importing;
  const step = { importId: row.id, leavesOpen: row.leaves_open, mail };
  const leaveOut = () => {
    context.log.warn({ channel: channel.id, uid: mail.uid }, "An older mail could not be read");
    return stored(importMail(context, channel, step, "unread"));
  };
  const before = triesOf(mail, row.position);
  if (before >= mostTries) return leaveOut();
  if (!(await noteTries(importing, row, mail, before + 1))) return false;
  try {
    const fetched = await fetchOne(importing, mail, ended);
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

/** False: the import was cancelled. */
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
