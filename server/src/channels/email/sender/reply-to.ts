import type { Scope } from "../../../floor/database/scope.ts";
import { addressesWrittenTo } from "../../../support/messages/mail-reply.ts";
import type { TicketRow } from "../../../support/ticket/access.ts";
import type { Channel } from "../../seam/adapter.ts";
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
  if (!ticket) return hasWritten(scope, channel, sender.address);
  const written = await addressesWrittenTo(scope, ticket);
  return !others.every((address) => address === ticket.client_external_id || written.has(address));
}

/** A sender without a known address, at any mailbox of the company, has none to change. */
async function hasWritten(scope: Scope, { platform }: Channel, address: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom("client_identity as identity")
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "identity.company_id")
        .onRef("channel.id", "=", "identity.channel_id"),
    )
    .select("identity.client_id")
    .where("identity.company_id", "=", scope.companyId)
    .where("identity.external_id", "=", address)
    .where("channel.platform", "=", platform)
    .executeTakeFirst();
  return row !== undefined;
}
