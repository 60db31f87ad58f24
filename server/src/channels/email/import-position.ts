/** The order of an import: by the server's date, then by folder and UID. */
import { z } from "zod";

const position = z.object({ on: z.string(), folder: z.string(), uid: z.number() });
export type Position = z.infer<typeof position>;

const trying = z.object({
  trying: z.object({ folder: z.string(), uid: z.number(), tries: z.number().int() }),
});

type Placed = { receivedOn: Date; folder: string; uid: number };

export const positionOf = ({ receivedOn, folder, uid }: Placed): Position => ({
  on: receivedOn.toISOString(),
  folder,
  uid,
});

export function inOrder(one: Placed, other: Placed): number {
  return (
    one.receivedOn.getTime() - other.receivedOn.getTime() ||
    (one.folder < other.folder ? -1 : one.folder > other.folder ? 1 : 0) ||
    one.uid - other.uid
  );
}

/** The index of the first mail, in order, that was not imported yet. */
export function placeAfter(mails: readonly Placed[], stored: unknown): number {
  const known = position.safeParse(stored).data;
  if (!known) return 0;
  const last = { receivedOn: new Date(known.on), folder: known.folder, uid: known.uid };
  const at = mails.findIndex((mail) => inOrder(mail, last) > 0);
  return at === -1 ? mails.length : at;
}

/** True if reading began and never reached an end that would be noted. */
export const isBegun = (stored: unknown): boolean => (trying.safeParse(stored).data?.trying.tries ?? 0) > 0;

/**
 * The number of times that reading this mail began; kept beside the position, so that a mail which ends the process
 * counts.
 */
export function triesOf({ folder, uid }: Pick<Placed, "folder" | "uid">, stored: unknown): number {
  const begun = trying.safeParse(stored).data?.trying;
  return begun?.folder === folder && begun.uid === uid ? begun.tries : 0;
}
