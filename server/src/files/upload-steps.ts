/**
 * The steps of sending a file: decide before a byte is read, store, insert. Nothing stays in the store when the file is
 * refused, cut short, or a repeat.
 */
import type { Context } from "../floor/context.ts";
import { discardUnlessKept } from "./discard.ts";
import { discardUpload, type StoredFile } from "./receive.ts";

/** A file that comes in, under the name and the type that its sender gives. */
export type Incoming = { stream: NodeJS.ReadableStream; name: string; declaredType: string | null };

/** A browser reads no answer before it has sent everything, so the rest is received and discarded. */
export async function decideBeforeUpload<Allowed extends { repeat?: object | null }>(
  { stream }: Incoming,
  decide: () => Promise<Allowed>,
): Promise<Allowed> {
  try {
    const allowed = await decide();
    if (allowed.repeat) stream.resume();
    return allowed;
  } catch (error) {
    stream.resume();
    throw error;
  }
}

/** `sent` was inserted with the file, or a repeat found it there already. */
type Inserted<Sent> = { sent: Sent; repeated: boolean };

export async function insertStored<Sent>(
  context: Context,
  companyId: string,
  stored: StoredFile,
  insert: () => Promise<Inserted<Sent>>,
): Promise<Sent> {
  try {
    const { sent, repeated } = await insert();
    if (repeated) await discardUpload(context, stored);
    return sent;
  } catch (error) {
    await discardUnlessKept(context, companyId, stored, error);
    throw error;
  }
}
