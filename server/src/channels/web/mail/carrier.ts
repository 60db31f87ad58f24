/** The e-mail channel that sends answers after a visitor left, and the thread of its mails. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Scope } from "../../../floor/database/scope.ts";
import type { ByAccount } from "../../../mail/texts/content.ts";
import { refOf } from "../../../support/messages/mail-reply.ts";
import type { TicketRow } from "../../../support/ticket/access.ts";

/** Null: the installation's own mail sends it, as it does once the account is disconnected. */
export async function carriedBy(
  scope: Scope,
  ticket: Pick<TicketRow, "id">,
  channelId: string | null,
): Promise<ByAccount | null> {
  if (!channelId) return null;
  const account = await scope.db
    .selectFrom("channel")
    .select(["name", "external_id"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  if (!account) return null;
  const id = randomUUID();
  return {
    ...{ id, companyId: scope.companyId, channelId, ticketId: ticket.id, on: scope.now.toISOString() },
    ref: refOf({ name: null, address: account.external_id }, id),
    references: await chainOf(scope, ticket, channelId),
  };
}

const longestChain = 20;

/** The mails of both sides in this conversation, the oldest first. */
async function chainOf(
  { db, companyId }: Scope,
  { id }: Pick<TicketRow, "id">,
  channelId: string,
): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    select message_ref as ref, sent_on as time, false as theirs from visitor_mail
      where company_id = ${companyId} and ticket_id = ${id} and carrier_id = ${channelId}
    union all
    select mail.message_ref, message.created_on, true from message_mail mail
      join message on message.company_id = mail.company_id and message.id = mail.message_id
      where mail.company_id = ${companyId} and mail.ticket_id = ${id}
    order by time desc, theirs desc limit ${longestChain}`.execute(db);
  return rows.map(({ ref }) => ref).reverse();
}
