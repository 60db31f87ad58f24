/** Fetches one mail without marking it as read: piece by piece, a large one through a file. */
import { type FileHandle, open, rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { MailRoom } from "../account/mail-room.ts";
import { beginningOf } from "./beginning.ts";
import type { ImapClient } from "./client.ts";
import { FaultyServer } from "./failure.ts";
import { within } from "./open.ts";
import { pieceBytes } from "./process/wire.ts";
import { commandTime, search } from "./search.ts";

/** `large`: the size in bytes of a mail over the limit; `raw` is then its header and the texts of its start. */
export type FetchedMail = { raw: Buffer; large: number | null };

/** `releaseBytes` gives back the mail's share of the memory, once it is stored. */
export type HeldMail = FetchedMail & { releaseBytes: () => void };

type Wanted = { uid: number; size: number; limit: number; room: MailRoom; ended: AbortSignal };

const noopEvery = 30_000;
/** Bytes that are fetched of a mail over the limit. */
const startLimit = 2 ** 20;

/** Null when the mail was removed meanwhile. */
export async function fetchMail(client: ImapClient, wanted: Wanted): Promise<HeldMail | null> {
  const { size, limit, room } = wanted;
  // One byte more is read, to see whether the mail is longer.
  const most = (size > limit ? startLimit : limit) + 1;
  const releasePiece = await waitFor(client, wanted, room.pieces, pieceBytes);
  try {
    const first = await askPiece(client, wanted, 0, most);
    if (first === null) {
      await checkGone(client, wanted.uid);
      return null;
    }
    if (isLast(first, 0, wanted, most)) return await hold(client, wanted, first.length, async () => first);
    releasePiece();
    return await fetchLarge(client, wanted, first, most);
  } finally {
    releasePiece();
  }
}

/** The file is removed in every case. */
async function fetchLarge(
  client: ImapClient,
  wanted: Wanted,
  first: Buffer,
  most: number,
): Promise<HeldMail> {
  const { room } = wanted;
  const releaseFile = await waitFor(client, wanted, room.files, most);
  const path = await room.newFile();
  try {
    const file = await open(path, "wx+", 0o600);
    try {
      const total = await writePieces(client, wanted, file, first, most);
      return await hold(client, wanted, total, (length) => readStart(file, length));
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
    releaseFile();
  }
}

/** Returns the number of bytes written. */
async function writePieces(
  client: ImapClient,
  wanted: Wanted,
  file: FileHandle,
  first: Buffer,
  most: number,
): Promise<number> {
  await file.appendFile(first);
  let total = first.length;
  for (;;) {
    const releasePiece = await waitFor(client, wanted, wanted.room.pieces, pieceBytes);
    try {
      const piece = await askPiece(client, wanted, total, most);
      if (piece === null) throw new FaultyServer("It hands over a part of a mail");
      await file.appendFile(piece);
      total += piece.length;
      if (isLast(piece, total - piece.length, wanted, most)) return total;
    } finally {
      releasePiece();
    }
  }
}

async function readStart(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, 0);
  if (bytesRead < length) throw new Error("A mail's file is shorter than what was written");
  return buffer;
}

/** Waits for memory, and cuts a mail over the limit down to its beginning. */
async function hold(
  client: ImapClient,
  wanted: Wanted,
  total: number,
  read: (length: number) => Promise<Buffer>,
): Promise<HeldMail> {
  const { size, limit, room } = wanted;
  const isWhole = size <= limit && total <= limit;
  const length = isWhole ? total : Math.min(total, startLimit);
  const releaseBytes = await waitFor(client, wanted, room.memory, length);
  try {
    const raw = await read(length);
    if (isWhole) return { raw, large: null, releaseBytes };
    return { raw: beginningOf(raw), large: Math.max(size, total), releaseBytes };
  } catch (error) {
    releaseBytes();
    throw error;
  }
}

/**
 * Throws when the server found a mail and does not hand it over, or when the connection has ended: either would lose
 * the mail.
 */
async function checkGone(client: ImapClient, uid: number): Promise<void> {
  const { uids } = await search(client, { uid: String(uid) }, 1);
  if (uids.includes(uid)) throw new FaultyServer("It does not hand over a mail");
}

/** Sends a command now and then, so that the server keeps the connection. */
async function waitFor(
  client: ImapClient,
  { ended }: Wanted,
  acquire: MailRoom["memory"],
  bytes: number,
): Promise<() => void> {
  const over = new AbortController();
  const room = acquire(bytes, AbortSignal.any([ended, over.signal]));
  try {
    for (;;) {
      const pause = new AbortController();
      const late = wait(noopEvery, null, { signal: pause.signal }).catch(() => null);
      const admitted = await Promise.race([room, late]).finally(() => pause.abort());
      if (admitted) return admitted;
      await within(client, commandTime, client.noop());
    }
  } catch (error) {
    over.abort(error);
    throw error;
  }
}

/** Null: the mail does not exist. */
async function askPiece(
  client: ImapClient,
  { uid }: Wanted,
  start: number,
  most: number,
): Promise<Buffer | null> {
  const length = Math.min(pieceBytes, most - start);
  const answer = await within(client, commandTime, client.part(uid, start, length));
  if (!answer) return null;
  if (answer.uid !== uid || (answer.piece === null && start === 0))
    throw new FaultyServer("It answers with another mail");
  return answer.piece ?? Buffer.alloc(0);
}

/** A piece shorter than requested ends the mail, unless the stated size is larger: some servers limit pieces. */
function isLast({ length }: Buffer, start: number, { size }: Wanted, most: number): boolean {
  const end = start + length;
  if (length === 0 || end >= most) return true;
  return length < Math.min(pieceBytes, most - start) && end >= size;
}
