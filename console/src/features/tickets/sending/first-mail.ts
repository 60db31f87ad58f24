/** Mails that are to begin a conversation, kept in this browser until they are sent: a dialog closes by one key. */
import type { DraftMail } from "@parley/contract/drafts";

/** `messageid`: a repeat by the same one begins no second conversation. */
export type FirstMail = { messageid: string; channelid: string; text: string; mail: DraftMail };

const prefix = "parley.first-mail.";
/** The server removes an upload that nothing names after a day. */
const filesLast = 24 * 3_600_000;

/** `to` is the address it was begun for, or empty: each has its own. */
export function keepFirstMail(to: string, written: FirstMail): void {
  localStorage.setItem(prefix + to, JSON.stringify({ ...written, on: Date.now() }));
}

/** As it was left, files that are gone by now marked. */
export function findFirstMail(to: string): FirstMail | null {
  const kept = localStorage.getItem(prefix + to);
  if (kept === null) return null;
  const { on, ...written } = JSON.parse(kept) as FirstMail & { on: number };
  if (Date.now() - on < filesLast) return written;
  const files = written.mail.files.map((file) => ({ ...file, gone: true }));
  return { ...written, mail: { ...written.mail, files } };
}

export function dropFirstMail(to: string): void {
  localStorage.removeItem(prefix + to);
}

/** Another agent signed in. */
export function forgetFirstMails(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}
