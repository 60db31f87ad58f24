/**
 * Mails that cannot be read. After three tries a mail is set aside, so that the folder goes on, and is tried again
 * later and on request. Many failures at once are not the mails' fault: then the folder waits.
 */
import { type FolderCursor, type MailboxCursor, passed, type TroubledMail, withFolder } from "./cursor.ts";

const triesBefore = 3;
const mostAside = 20;
/** The pause doubles with every further try. */
const firstPause = 15 * 60_000;
const longestPause = 24 * 60 * 60_000;
/** Only an administrator's request leads to another try after so many. */
const mostTries = 10;

type Failed = { path: string; folder: FolderCursor; uid: number; at: TroubledMail["at"]; now: Date };

/** The position after a failed try, and whether the folder goes on without this mail. */
export function noteTrouble(
  cursor: MailboxCursor,
  { path, folder, uid, at, now }: Failed,
): { cursor: MailboxCursor; aside: boolean } {
  const known = folder.troubled ?? [];
  const tries = (known.find((one) => one.uid === uid)?.tries ?? 0) + 1;
  const others = known.filter((one) => one.uid !== uid);
  const aside = uid <= folder.uid || (tries >= triesBefore && others.length < mostAside);
  const mail = { uid, tries, triedOn: now.toISOString(), retryOn: retryOn(tries, now), at };
  const after = aside ? passed(cursor, path, folder, uid) : withFolder(cursor, path, folder);
  const entered = { ...(after.folders[path] ?? folder), troubled: [...others, mail] };
  return { cursor: withFolder(after, path, entered), aside };
}

function retryOn(tries: number, now: Date): string | null {
  if (tries >= mostTries) return null;
  const pause = Math.min(longestPause, firstPause * 2 ** Math.max(0, tries - triesBefore));
  return new Date(now.getTime() + pause).toISOString();
}

/** The mails set aside that are due. `askedOn`: the time at which an administrator asked for another try. */
export function dueAgain({ uid, troubled = [] }: FolderCursor, now: Date, askedOn: string | null): number[] {
  return mailsSetAside({ uid, troubled })
    .filter(
      ({ retryOn, triedOn }) =>
        (retryOn !== null && Date.parse(retryOn) <= now.getTime()) ||
        (askedOn !== null && Date.parse(triedOn) < Date.parse(askedOn)),
    )
    .map((one) => one.uid);
}

export const mailsSetAside = ({
  uid,
  troubled = [],
}: Pick<FolderCursor, "uid" | "troubled">): TroubledMail[] => troubled.filter((one) => one.uid <= uid);
