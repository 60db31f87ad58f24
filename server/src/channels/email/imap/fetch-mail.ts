/** One mail as the server has it, read without marking it. */
import type { ImapFlow } from "imapflow";
import { FaultyServer } from "./failure.ts";
import { within } from "./open.ts";

/** `large`: the bytes of a mail over the limit, of which `raw` is the header alone. */
export type FetchedMail = { raw: Buffer; large: number | null };

type Wanted = { uid: number; size: number; limit: number };

const bodyTime = 5 * 60_000;
const headerLimit = 2 ** 20;

/** Null when it was removed meanwhile. */
export async function fetchMail(client: ImapFlow, { uid, size, limit }: Wanted): Promise<FetchedMail | null> {
  // A server may state too small a size, so no more than the limit is asked for.
  const raw = await fetchStart(client, uid, size > limit ? headerLimit : limit + 1);
  if (!raw) return null;
  if (size <= limit && raw.length <= limit) return { raw, large: null };
  return { raw: headerOf(raw), large: Math.max(size, raw.length) };
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
