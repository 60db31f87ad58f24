/** The people of a conversation by mail. */
import type { Mail, MailAddress } from "@parley/contract/mail";
import { distinct, without } from "./addresses.ts";

/** Everyone in these mails but the account itself, the latest first. */
export function participantsOf(mails: Mail[], own: MailAddress[]): MailAddress[] {
  const all = mails.toReversed().flatMap(({ from, to, cc }) => [from, ...to, ...cc]);
  return without(distinct(all), own);
}
