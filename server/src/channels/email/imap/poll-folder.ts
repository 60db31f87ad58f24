/**
 * Reads new mails of a folder, oldest first. The position moves with each mail, in the unit of work that stores it, so
 * a cut at any point repeats at most one mail, which its Message-ID identifies.
 */
import type { MailRoom } from "../account/mail-room.ts";
import type { ImapClient } from "./client.ts";
import { enterFolder, type FolderCursor, type MailboxCursor, passed, withFolder } from "./cursor.ts";
import { FaultyServer, FolderRefused } from "./failure.ts";
import { type FetchedMail, fetchMail } from "./fetch-mail.ts";
import { within } from "./open.ts";
import type { Listed, Selected } from "./process/wire.ts";
import { commandTime, search } from "./search.ts";
import { dueAgain, noteTrouble } from "./troubled.ts";

/** The server's copy of a read mail is left as it is, marked as read, or deleted. */
export type Afterwards = "leave" | "seen" | "delete";

export type Poll = {
  client: ImapClient;
  now: () => Date;
  /** The limit in bytes. Of a larger mail the beginning comes. */
  limit: number;
  room: MailRoom;
  /** Aborts when reading ends, which is not the mail's fault. */
  ended: AbortSignal;
  /** The id of the process that reads. */
  by: string;
  /** The time at which an administrator asked for another try of the mails set aside. */
  retryAsked: string | null;
  afterwards: Afterwards;
  cursor: MailboxCursor;
  /** Stores the mail and the position together. */
  receive(mail: NewMail, cursor: MailboxCursor): Promise<void>;
  /** Stores the position alone. */
  keep(cursor: MailboxCursor): Promise<void>;
};

export type NewMail = FetchedMail & { path: string; uid: number; receivedOn: Date };

/** The number of mails whose sizes and dates are fetched with one command. */
const together = 100;
/** The number of mails before the folder is selected anew; a folder has more only after a long absence. */
const mostAtOnce = 5000;
/** Mails may arrive while a folder is read; it is read again at most so often. */
const rounds = 3;
const day = 24 * 60 * 60_000;
/** The server's clock may differ from ours, and its dates are in whole seconds. */
const clocksApart = 5 * 60_000;

/** Returns the new position. Throws `FolderRefused`, `FaultyServer`, and errors that end a connection. */
export async function readFolder(poll: Poll, path: string): Promise<MailboxCursor> {
  let { cursor } = poll;
  for (let round = 1; ; round += 1) {
    const selected = await selectFolder(poll, path);
    const entered = enterFolder(cursor.folders[path], selected, poll.now());
    cursor = await countCrash({ ...poll, cursor }, path, entered);
    const folder = entered.reading ? (cursor.folders[path] ?? entered) : entered;
    const { mails, later, upTo } = await findNew(poll, folder, selected, cursor.since);
    cursor = await receiveAll({ ...poll, cursor }, path, folder, mails);
    cursor = await catchUp({ ...poll, cursor }, path, folder, upTo ?? selected.uidNext - 1);
    if (upTo !== null) round = 0;
    cursor = await retrySetAside({ ...poll, cursor }, path);
    if (!later && upTo === null) return cursor;
    if (round === rounds) throw new FaultyServer("It numbers mails beyond its UIDNEXT");
  }
}

async function selectFolder(
  { client, afterwards }: Pick<Poll, "client" | "afterwards">,
  path: string,
): Promise<Selected> {
  try {
    return await within(client, commandTime, client.select(path, { readOnly: afterwards === "leave" }));
  } catch (error) {
    if (client.usable && (error as { responseStatus?: string }).responseStatus === "NO")
      throw new FolderRefused(path);
    throw error;
  }
}

type Stated = { uid: number; size: number; receivedOn: Date };

/** `later`: mails that the folder has reported not to have yet. `upTo`: there are more after this UID. */
async function findNew(
  { client, now }: Poll,
  { uid, floor = 0 }: FolderCursor,
  { uidNext, exists }: Selected,
  since: string,
): Promise<{ mails: Stated[]; later: boolean; upTo: number | null }> {
  if (exists === 0) return { mails: [], later: false, upTo: null };
  const connected = new Date(Date.parse(since) - clocksApart);
  const recent = { uid: `${uid + 1}:${floor - 1}`, since: new Date(connected.getTime() - day) };
  const none = { uids: [], more: false };
  const again = floor - 1 > uid ? await search(client, recent, mostAtOnce) : none;
  // When there are none from there on, `*` stands for the last mail before it (RFC 9051 §9, seq-range).
  const from = Math.max(uid + 1, floor);
  const fresh = again.more ? none : await search(client, { uid: `${from}:*` }, mostAtOnce);
  const numbers = [...new Set([...again.uids, ...fresh.uids])].filter((one) => one > uid);
  const uids = numbers.filter((one) => one < uidNext).sort((a, b) => a - b);
  const listed = await list(client, uids);
  const mails = listed.flatMap(({ uid, size, receivedOn: stated }) => {
    const receivedOn = dateOf(stated, now());
    return uid < floor && receivedOn < connected ? [] : [{ uid, size, receivedOn }];
  });
  const upTo = again.more || fresh.more ? (uids.at(-1) ?? null) : null;
  return { mails, later: uids.length < numbers.length, upTo };
}

/** Sizes and dates, in the requested order. Mails that were removed meanwhile are left out. */
async function list(client: ImapClient, uids: number[]): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let from = 0; from < uids.length; from += together) {
    const part = uids.slice(from, from + together);
    const answers = await within(client, commandTime, client.list(part));
    const byUid = new Map(answers.map((one) => [one.uid, one]));
    if ([...byUid.keys()].some((uid) => !part.includes(uid)))
      throw new FaultyServer("It answers with another mail");
    const missing = part.filter((uid) => !byUid.has(uid));
    const unseen = new Set(
      missing.length > 0 ? (await search(client, { uid: missing.join(",") }, together)).uids : [],
    );
    // A mail that exists and is not listed is fetched by itself.
    found.push(
      ...part.flatMap((uid) => byUid.get(uid) ?? (unseen.has(uid) ? { uid, size: 0, receivedOn: null } : [])),
    );
  }
  return found;
}

/** The time is never in the future, since the desk orders by it. */
const dateOf = (given: number | null, now: Date): Date =>
  given === null || given > now.getTime() ? now : new Date(given);

async function receiveAll(
  poll: Poll,
  path: string,
  folder: FolderCursor,
  mails: Stated[],
): Promise<MailboxCursor> {
  let { cursor } = poll;
  let current = folder;
  for (const mail of mails) {
    cursor = await receiveOne({ ...poll, cursor }, path, current, mail);
    current = cursor.folders[path] ?? folder;
  }
  return cursor;
}

/** Retries the mails set aside that are due again. */
async function retrySetAside(poll: Poll, path: string): Promise<MailboxCursor> {
  let { cursor } = poll;
  const known = cursor.folders[path];
  const due = known ? dueAgain(known, poll.now(), poll.retryAsked) : [];
  if (due.length === 0) return cursor;
  const listed = new Map((await list(poll.client, due)).map((one) => [one.uid, one]));
  for (const uid of due) {
    const folder = cursor.folders[path];
    const stated = listed.get(uid);
    if (!folder) return cursor;
    if (stated) {
      const mail = { ...stated, receivedOn: dateOf(stated.receivedOn, poll.now()) };
      cursor = await receiveOne({ ...poll, cursor }, path, folder, mail);
    } else {
      // The mail was removed at the server.
      cursor = passed(cursor, path, folder, uid);
      await poll.keep(cursor);
    }
  }
  return cursor;
}

/** A mail at which another process ended counts as tried: it may be the cause. */
async function countCrash(poll: Poll, path: string, folder: FolderCursor): Promise<MailboxCursor> {
  const { reading, ...rest } = folder;
  if (!reading) return poll.cursor;
  if (reading.by === poll.by) return withFolder(poll.cursor, path, rest);
  const failed = { path, folder: rest, uid: reading.uid, at: "crash" as const, now: poll.now() };
  const { cursor } = noteTrouble(poll.cursor, failed);
  await poll.keep(cursor);
  return cursor;
}

/** Notes a failed try; the third sets the mail aside, and the folder goes on while the connection stands. */
async function receiveOne(
  poll: Poll,
  path: string,
  folder: FolderCursor,
  { uid, size, receivedOn }: Stated,
): Promise<MailboxCursor> {
  const { client, cursor, ended, room } = poll;
  let at: "fetch" | "store" = "fetch";
  await poll.keep(withFolder(cursor, path, { ...folder, reading: { uid, by: poll.by } }));
  try {
    const fetched = await fetchMail(client, { uid, size, limit: poll.limit, room, ended });
    if (!fetched) return passed(cursor, path, folder, uid);
    at = "store";
    const next = passed(cursor, path, folder, uid);
    try {
      await poll.receive({ raw: fetched.raw, large: fetched.large, path, uid, receivedOn }, next);
    } finally {
      fetched.releaseBytes();
    }
    await settle(poll, uid);
    return next;
  } catch (error) {
    if (ended.aborted) {
      await poll.keep(withFolder(cursor, path, folder));
      throw error;
    }
    const noted = noteTrouble(cursor, { path, folder, uid, at, now: poll.now() });
    // Rejects when the database is unreachable or another process reads: then the mail is not at fault.
    await poll.keep(noted.cursor);
    if (noted.aside && client.usable) return noted.cursor;
    throw error;
  }
}

/** Moves the position over mails that are gone or were not new, so that they are not fetched again. */
async function catchUp(
  { cursor, keep }: Poll,
  path: string,
  folder: FolderCursor,
  upTo: number,
): Promise<MailboxCursor> {
  const known = cursor.folders[path];
  if (known && known.validity === folder.validity && known.uid >= upTo) return cursor;
  // Notes about its mails, made meanwhile, stay.
  const current = known?.validity === folder.validity ? known : folder;
  const next = passed(cursor, path, current, upTo);
  await keep(next);
  return next;
}

/** Runs after the commit: a mail is deleted only once it is stored. */
async function settle({ client, afterwards }: Poll, uid: number): Promise<void> {
  if (afterwards === "leave") return;
  await within(client, commandTime, afterwards === "seen" ? client.markSeen(uid) : client.remove(uid));
}
