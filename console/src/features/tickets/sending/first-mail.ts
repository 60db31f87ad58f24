/** Mails that begin a conversation, kept in this browser until they are sent, since one key closes the dialog. */
import type { DraftMail } from "@parley/contract/drafts";
import { newId } from "../../../ui/new-id.ts";

/** `messageid`: a retry with the same id begins no second conversation. */
export type FirstMail = { messageid: string; channelid: string; text: string; mail: DraftMail };

const prefix = "parley.first-mail.";
/** Milliseconds after which the server removes an unused upload. */
const filesLast = 24 * 3_600_000;

/** `to` is the address the mail was begun for, or empty: each has its own. */
export function keepFirstMail(to: string, written: FirstMail): void {
  localStorage.setItem(prefix + to, JSON.stringify({ ...written, on: Date.now() }));
}

/** The mail as it was left, with missing files marked. */
export function findFirstMail(to: string): FirstMail | null {
  const kept = localStorage.getItem(prefix + to);
  if (kept === null) return null;
  const { on, ...written } = JSON.parse(kept) as FirstMail & { on: number };
  if (Date.now() - on < filesLast) return written;
  const files = written.mail.files.map((file) => ({ ...file, gone: true }));
  return { ...written, mail: { ...written.mail, files } };
}

/** Keeps a mail that was taken back; one that is being written for no certain address follows its text. */
export function returnFirstMail({ channelid, text, mail }: Omit<FirstMail, "messageid">): void {
  const now = findFirstMail("");
  const files = [...mail.files, ...(now?.mail.files ?? [])];
  keepFirstMail("", {
    // The id of what was taken back is never used again.
    ...{ messageid: newId(), channelid },
    text: [text, now?.text].filter(Boolean).join("\n"),
    mail: { ...mail, html: mail.html + (now?.mail.html ?? ""), files },
  });
}

export function dropFirstMail(to: string): void {
  localStorage.removeItem(prefix + to);
}

/** Deletes them when another agent signs in. */
export function forgetFirstMails(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}
