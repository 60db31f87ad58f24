/**
 * The conduct of a mailbox's server, kept in the channel's row: whichever process reads the mailbox next goes on from
 * it. After a broken bound the quarantine process reads it, from the third on it rests longer each time, and a day
 * without one ends that.
 */
import { type Reason, reason as reasonShape } from "@parley/contract/reasons";
import { z } from "zod";
import { ImapError } from "./client.ts";

const brokenBefore = 3;
const crashesBefore = 3;
const firstRest = 5 * 60_000;
const longestRest = 6 * 60 * 60_000;
const forgottenAfter = 24 * 60 * 60_000;

const conductShape = z.object({
  /** The number of broken bounds. */
  broken: z.number().int().nonnegative(),
  /** The number of times the process that reads it ended with a command under way, without a broken bound. */
  crashes: z.number().int().nonnegative(),
  /** The time of the last of both. */
  lastOn: z.iso.datetime(),
  restUntil: z.iso.datetime().nullable(),
  /** Set while the last try to read it ended with a broken bound. */
  reason: reasonShape.nullable(),
});
export type Conduct = z.infer<typeof conductShape>;

/** What a channel's row has; null for a server that did nothing wrong within a day. */
export function conductOf({ conduct }: { conduct?: unknown }, now: Date): Conduct | null {
  const known = conductShape.safeParse(conduct).data;
  if (!known || now.getTime() - Date.parse(known.lastOn) >= forgottenAfter) return null;
  return known;
}

/** The conduct after a try to read the mailbox has failed. */
export function noteFailed(
  known: Conduct | null,
  { error, reason, now }: { error: unknown; reason: Reason; now: Date },
): Conduct | null {
  if (!(error instanceof ImapError)) return noteRead(known);
  const { broken, crashes } = known ?? { broken: 0, crashes: 0 };
  const lastOn = now.toISOString();
  if (error.bound !== undefined) {
    const restUntil = restAfter(broken + 1, now);
    return { broken: broken + 1, crashes, lastOn, restUntil, reason };
  }
  if (error.code === "EMAILPROCESS" && error.underWay)
    return { broken, crashes: crashes + 1, lastOn, restUntil: null, reason: null };
  return noteRead(known);
}

/** The conduct once the mailbox is read, or fails for another reason: the owner reads that one. */
export const noteRead = (known: Conduct | null): Conduct | null =>
  known && { ...known, restUntil: null, reason: null };

function restAfter(broken: number, now: Date): string | null {
  const beyond = broken - brokenBefore;
  if (beyond < 0) return null;
  const rest = Math.min(longestRest, firstRest * 2 ** Math.min(beyond, 12));
  return new Date(now.getTime() + rest).toISOString();
}

export const isQuarantined = (known: Conduct | null): boolean =>
  known !== null && (known.broken > 0 || known.crashes >= crashesBefore);

/** Milliseconds. */
export const restLeft = (known: Conduct | null, now: Date): number =>
  known?.restUntil ? Math.max(0, Date.parse(known.restUntil) - now.getTime()) : 0;
