import type { Message } from "@parley/contract/messages";
import { shortName } from "../../tickets/mail-head/addresses.ts";

/** The name of a mail's writer: the agent's own, else the sender's. */
export function writerOf(
  { mail, isagent, created_by_name: agent, automatic }: Message,
  companyName: string,
): string {
  const sender = mail ? shortName(mail.from) : companyName;
  return isagent ? (agent ?? (automatic ? companyName : sender)) : sender;
}
