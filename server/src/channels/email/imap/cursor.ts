/** The position in each folder of a mailbox: UIDVALIDITY and the last UID read (RFC 9051 §2.3.1.1). */
import { mailFailures } from "@parley/contract/mailboxes";
import { z } from "zod";
import { FaultyServer } from "./failure.ts";

/**
 * A mail that could not be read. With a `uid` beyond the folder's own, reading still waits for it; otherwise it is set
 * aside.
 */
const troubledMail = z.object({
  uid: z.number().int(),
  tries: z.number().int(),
  triedOn: z.string(),
  /** Null: only an administrator's request tries it again. */
  retryOn: z.string().nullable(),
  at: z.enum(mailFailures),
});
export type TroubledMail = z.infer<typeof troubledMail>;

const folderCursor = z.object({
  /** A 64-bit number. */
  validity: z.string(),
  uid: z.number().int().nonnegative(),
  /** After a change of UIDVALIDITY, mails below this UID count only if they came after the account was connected. */
  floor: z.number().int().optional(),
  readAgainOn: z.string().optional(),
  troubled: z.array(troubledMail).optional(),
  /** The mail that is being read, and the process that reads it: another process that finds it counts a try. */
  reading: z.object({ uid: z.number().int(), by: z.string() }).optional(),
});
export type FolderCursor = z.infer<typeof folderCursor>;

export const mailboxCursor = z.object({
  /** The time at which the account was connected. */
  since: z.string(),
  folders: z.record(z.string(), folderCursor),
  lookedOn: z.string().optional(),
  /** The server announces new mail at once. */
  idle: z.boolean().optional(),
});
export type MailboxCursor = z.infer<typeof mailboxCursor>;

/** The position of a mailbox that was never read: it begins with the next mail. */
export const beginCursor = (now: Date): MailboxCursor => ({ since: now.toISOString(), folders: {} });

/** The values that the server reports of a selected folder. */
export type Selected = { uidValidity: bigint; uidNext: number };

/**
 * Milliseconds in which a folder is not read again from the start, so that a server with changing numbers does not cost
 * a mailbox each time.
 */
const pause = 60 * 60_000;

/** Reading continues at this cursor. A folder without one begins with the next mail. */
export function enterFolder(
  known: FolderCursor | undefined,
  { uidValidity, uidNext }: Selected,
  now: Date,
): FolderCursor {
  const validity = String(uidValidity);
  if (typeof uidValidity !== "bigint" || !Number.isSafeInteger(uidNext) || uidNext < 1)
    throw new FaultyServer("It gives no UIDVALIDITY or no UIDNEXT");
  if (!known) return { validity, uid: uidNext - 1 };
  if (known.validity === validity && uidNext > known.uid) return known;
  const before = known.readAgainOn ? Date.parse(known.readAgainOn) : Number.NEGATIVE_INFINITY;
  if (now.getTime() - before < pause) throw new FaultyServer("Its numbers of mails change again and again");
  return { validity, uid: 0, floor: uidNext, readAgainOn: now.toISOString() };
}

/**
 * The position after this UID, which is no longer in trouble. A mail that was set aside is already behind the position.
 */
export function passed(
  cursor: MailboxCursor,
  path: string,
  folder: FolderCursor,
  uid: number,
): MailboxCursor {
  const { floor, troubled = [], reading: _over, ...rest } = folder;
  const last = Math.max(uid, folder.uid);
  const below = floor !== undefined && last + 1 < floor;
  const others = troubled.filter((one) => one.uid !== uid);
  return withFolder(cursor, path, {
    ...rest,
    uid: last,
    ...(below && { floor }),
    ...(others.length > 0 && { troubled: others }),
  });
}

export const withFolder = (cursor: MailboxCursor, path: string, folder: FolderCursor): MailboxCursor => ({
  ...cursor,
  folders: { ...cursor.folders, [path]: folder },
});
