/** The addressees of an answer. */
import type { Mail, MailAddress } from "@parley/contract/mail";
import { answersTo } from "@parley/contract/mail-answer";
import { distinct, without } from "./addresses.ts";

export type AnswerKind = "reply" | "all" | "forward";
export type Recipients = { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };

/** `own`: the account's address, which never gets a mail. `isagent`: the mail was ours, so its recipients stay. */
export function recipientsOf(
  kind: AnswerKind,
  { mail, isagent }: { mail: Mail; isagent: boolean },
  own: MailAddress[],
): Recipients {
  if (kind === "forward") return { to: [], cc: [], bcc: [] };
  const sender = answersTo(mail);
  const first = without(distinct(isagent ? mail.to : sender), isagent ? [] : own);
  // An incoming mail from the account itself has only its sender.
  const to = first.length > 0 ? first : distinct(sender);
  if (kind === "reply") return { to, cc: [], bcc: [] };
  const others = isagent ? mail.cc : [...mail.to, ...mail.cc];
  return { to, cc: without(distinct(others), [...own, ...to]), bcc: [] };
}

/** Everyone in these mails but the account itself, the latest first. */
export function participantsOf(mails: Mail[], own: MailAddress[]): MailAddress[] {
  const all = mails.toReversed().flatMap(({ from, to, cc }) => [from, ...to, ...cc]);
  return without(distinct(all), own);
}

/** True if an answer to all would reach more people than one to the sender. */
export const hasOthers = (message: { mail: Mail; isagent: boolean }, own: MailAddress[]): boolean =>
  recipientsOf("all", message, own).cc.length > 0;
