/** A mail may answer a conversation of another channel whose messages this account mails. */
import type { Scope } from "../../floor/database/scope.ts";
import type { MailAnswered } from "../seam/module.ts";
import { idsOf } from "./find-thread.ts";
import { idsFrom, readKey } from "./marks/keys.ts";
import type { Incoming } from "./receive-mail.ts";

/** Null for a forged sender, too: the mail is then an ordinary one. */
export async function findAnswered(scope: Scope, mail: Incoming): Promise<MailAnswered | null> {
  const { context, channel, read, sender } = mail;
  if (mail.authentication === "fail") return null;
  const about = {
    ...{ carrierId: channel.id, sender: sender.address, refs: idsOf(read) },
    keys: keysIn(scope, mail),
  };
  for (const { carriedByMail } of context.channels.all) {
    const answered = await carriedByMail?.answered(context, scope, about);
    if (answered) return answered;
  }
  return null;
}

function keysIn(scope: Scope, { channel, read }: Incoming) {
  const written = [...read.deliveredTo, ...[...read.to, ...read.cc].map(({ address }) => address)];
  return written.flatMap((address) => {
    const key = readKey(scope, channel.id, channel.externalId, address);
    if (key?.kind !== "ticket") return [];
    return [{ ...idsFrom(key.prefix), address, isFor: (id: string) => key.isFor(id) }];
  });
}
