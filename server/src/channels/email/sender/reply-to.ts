import type { Scope } from "../../../floor/database/scope.ts";
import { addressesWrittenTo } from "../../../support/messages/mail-reply.ts";
import type { TicketRow } from "../../../support/ticket/access.ts";
import type { ReceivedFrom } from "./received.ts";

/**
 * True if a mail wants its answers at an address that is not known to be the sender's. Only a proved sender may change
 * where a person is answered: anyone can write another's name into From and their own address below it.
 */
export async function asksElsewhere(
  scope: Scope,
  { channel, read, sender, authentication, form }: ReceivedFrom,
  ticket: Pick<TicketRow, "id" | "client_external_id"> | null,
): Promise<boolean> {
  if (authentication === "pass" || form) return false;
  const asked = read.replyTo.map(({ address }) => address.toLowerCase());
  const others = asked.filter((address) => address !== sender.address && address !== channel.externalId);
  if (others.length === 0) return false;
  if (authentication === "fail") return true;
  if (!ticket) return hasWritten(scope, channel.id, sender.address);
  const written = await addressesWrittenTo(scope, ticket);
  return !others.every((address) => address === ticket.client_external_id || written.has(address));
}

/** A sender without a known address has none to change. */
async function hasWritten(scope: Scope, channelId: string, address: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom("client_identity")
    .select("client_id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", address)
    .executeTakeFirst();
  return row !== undefined;
}
