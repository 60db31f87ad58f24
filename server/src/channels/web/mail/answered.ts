/** Handles a visitor's reply to a mail with answers: it belongs to the same conversation. */
import { sql } from "kysely";
import type { Context } from "../../../floor/context.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { isOfTicket } from "../../../support/ticket/merged.ts";
import { openChannel } from "../../accounts/find.ts";
import type { AnsweringMail, MailAnswered } from "../../seam/module.ts";
import { threadFor } from "../visitor/thread.ts";

/** Only mail from the visitor's own address counts; any other mail is handled as ordinary mail of that account. */
export async function answeredByMail(
  { secrets }: Pick<Context, "secrets">,
  scope: Scope,
  mail: AnsweringMail,
): Promise<MailAnswered | null> {
  const found = (await byAddress(scope, mail)) ?? (await byReference(scope, mail));
  if (!found) return null;
  const row = await scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", found.channelId)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { name, lang, country, externalId, ticketId } = found;
  const whose = { channelId: row.id, externalId, key: row.external_id };
  const { thread } = await threadFor(scope, whose, ticketId);
  return {
    channel: openChannel(row, secrets),
    thread,
    from: { externalId, name, username: null, lang, country },
    by: found.by,
  };
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof sentTo>["executeTakeFirst"]>>> & {
  by: MailAnswered["by"];
};

async function byAddress(scope: Scope, mail: AnsweringMail): Promise<Found | null> {
  for (const { first, last, isFor, address } of mail.keys) {
    const rows = await sentTo(scope, mail)
      .where("sent.ticket_id", ">=", first)
      .where("sent.ticket_id", "<=", last)
      .limit(10)
      .execute();
    const found = rows.find(({ ticketId }) => isFor(ticketId));
    if (found) return { ...found, by: { kind: "address", of: address } };
  }
  return null;
}

async function byReference(scope: Scope, mail: AnsweringMail): Promise<Found | null> {
  if (mail.refs.length === 0) return null;
  const found = await sentTo(scope, mail)
    .where("sent.message_ref", "in", mail.refs)
    .limit(1)
    .executeTakeFirst();
  return found ? { ...found, by: { kind: "reference", of: found.ref ?? "" } } : null;
}

/** The mails that this account sent to the sender, the newest first. Those of a deleted conversation are no conversation's. */
function sentTo({ db, companyId }: Scope, { carrierId, sender }: AnsweringMail) {
  return db
    .selectFrom("visitor_mail as sent")
    .innerJoin("visitor", (join) =>
      join
        .onRef("visitor.company_id", "=", "sent.company_id")
        .onRef("visitor.channel_id", "=", "sent.channel_id")
        .onRef("visitor.external_id", "=", "sent.external_id"),
    )
    .innerJoin("client_identity as identity", (join) =>
      join
        .onRef("identity.company_id", "=", "sent.company_id")
        .onRef("identity.channel_id", "=", "sent.channel_id")
        .onRef("identity.external_id", "=", "sent.external_id"),
    )
    .innerJoin("client", (join) =>
      join
        .onRef("client.company_id", "=", "identity.company_id")
        .onRef("client.id", "=", "identity.client_id"),
    )
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "sent.company_id").on(isOfTicket(sql`sent.ticket_id`)),
    )
    .select(["sent.channel_id as channelId", "sent.ticket_id as ticketId", "sent.message_ref as ref"])
    .select(["sent.external_id as externalId", "client.name", "identity.lang", "identity.country"])
    .where("sent.company_id", "=", companyId)
    .where("sent.carrier_id", "=", carrierId)
    .where((eb) => eb(eb.fn<string>("lower", ["visitor.email"]), "=", sender))
    .orderBy("sent.sent_on", "desc");
}
