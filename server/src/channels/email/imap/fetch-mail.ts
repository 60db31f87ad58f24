/** One mail as the server has it, read without marking it. */
import { setTimeout as wait } from "node:timers/promises";
import type { ImapFlow } from "imapflow";
import type { BytesUnderWay } from "../account/bytes-under-way.ts";
import { FaultyServer } from "./failure.ts";
import { within } from "./open.ts";
import { commandTime, search } from "./search.ts";

/** `large`: the bytes of a mail over the limit, of which `raw` is the header alone. */
export type FetchedMail = { raw: Buffer; large: number | null };

/** `releaseBytes` ends its share of the bytes under way: once it is stored. */
export type HeldMail = FetchedMail & { releaseBytes: () => void };

type Wanted = { uid: number; size: number; limit: number; bytes: BytesUnderWay; ended: AbortSignal };

const bodyTime = 5 * 60_000;
const noopEvery = 30_000;
const headerLimit = 2 ** 20;
/** Stated sizes are a little too small at some servers. */
const oversize = 1.1;
const smallMail = 64 * 1024;

/** Null when it was removed meanwhile. */
export async function fetchMail(client: ImapFlow, wanted: Wanted): Promise<HeldMail | null> {
  const { size, limit } = wanted;
  const likely = size > limit ? headerLimit : Math.min(limit, Math.ceil(size * oversize) + smallMail);
  let mail = await fetchUpTo(client, wanted, likely);
  if (mail && mail.raw.length > likely && likely < limit && size <= limit) {
    // The server stated too small a size.
    mail.releaseBytes();
    mail = await fetchUpTo(client, wanted, limit);
  }
  if (!mail) {
    await checkGone(client, wanted.uid);
    return null;
  }
  const { raw, releaseBytes } = mail;
  if (size <= limit && raw.length <= limit) return { raw, large: null, releaseBytes };
  return { raw: headerOf(raw), large: Math.max(size, raw.length), releaseBytes };
}

/** A server that finds a mail and does not hand it over would lose it, and so would a connection that has ended. */
async function checkGone(client: ImapFlow, uid: number): Promise<void> {
  const found = await search(client, { uid: String(uid) });
  if (found.includes(uid)) throw new FaultyServer("It does not hand over a mail");
}

/** One byte more, where the mail has it. */
async function fetchUpTo(client: ImapFlow, { uid, bytes, ended }: Wanted, most: number) {
  const releaseBytes = await waitForRoom(client, bytes, most, ended);
  try {
    const raw = await fetchStart(client, uid, most + 1);
    if (raw) return { raw, releaseBytes };
  } catch (error) {
    releaseBytes();
    throw error;
  }
  releaseBytes();
  return null;
}

/** The server is asked now and then, so that it keeps the connection. */
async function waitForRoom(client: ImapFlow, bytes: BytesUnderWay, most: number, ended: AbortSignal) {
  const over = new AbortController();
  const room = bytes.take(most, AbortSignal.any([ended, over.signal]));
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

async function fetchStart(client: ImapFlow, uid: number, maxLength: number): Promise<Buffer | null> {
  const fetched = await within(
    client,
    bodyTime,
    client.fetchOne(String(uid), { uid: true, source: { start: 0, maxLength } }, { uid: true }),
  );
  if (!fetched) return null;
  if (fetched.uid !== uid || !fetched.source) throw new FaultyServer("It answers with another mail");
  return fetched.source;
}

/** With the empty line that ends it. */
function headerOf(raw: Buffer): Buffer {
  const end = raw.indexOf("\r\n\r\n");
  return raw.subarray(0, end === -1 ? headerLimit : end + 4);
}
