/** Which ticket a mail belongs to: by our own address for it, by the ids it answers, by its number. Never by subject alone. */
import type { MailReason } from "@parley/contract/mail";
import type { Scope } from "../../database/scope.ts";
import type { TicketRow } from "../../ticket/access.ts";
import type { Channel } from "../adapters/adapter.ts";
import { idsFrom, numbersIn, readKey } from "./marks/keys.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";

export type Found = { ticket: TicketRow; why: MailReason };

/** More ids than a reader's chain has; the last are the nearest. */
const mostIds = 50;

export async function findThread(
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
  sender: string,
): Promise<Found | null> {
  return (
    (await byAddress(scope, channel, mail)) ??
    (await byReference(scope, channel, mail, sender)) ??
    (await byMention(scope, channel, mail, sender)) ??
    (await byNumber(scope, channel, mail, sender))
  );
}

async function byAddress(scope: Scope, channel: Channel, mail: ParsedMail): Promise<Found | null> {
  const written = [...mail.deliveredTo, ...[...mail.to, ...mail.cc].map(({ address }) => address)];
  for (const address of written) {
    const key = readKey(scope, channel.id, channel.externalId, address);
    if (key?.kind !== "ticket") continue;
    const ticket = (await ticketsFrom(scope, channel, key.prefix)).find(({ id }) => key.isFor(id));
    if (ticket) return { ticket, why: { kind: "address", of: address } };
  }
  return null;
}

/** Ids that are short or made alike everywhere, such as `<>`, are none. */
const isId = (ref: string) => /^<[^<>\s]+@[^<>\s]+>$/.test(ref);

export const idsOf = ({ inReplyTo, references }: Pick<ParsedMail, "inReplyTo" | "references">): string[] => [
  ...new Set([...inReplyTo, ...references.toReversed()].filter(isId).slice(0, mostIds)),
];

/** The nearest that was sent or seen on this account. One that was only mentioned counts for people of that ticket. */
async function byReference(
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
  sender: string,
): Promise<Found | null> {
  const ids = idsOf(mail);
  if (ids.length === 0) return null;
  const rows = await scope.db
    .selectFrom("mail_reference")
    .select(["message_ref", "ticket_id", "message_id"])
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("message_ref", "in", ids)
    .execute();
  for (const of of ids) {
    const row = rows.find(({ message_ref }) => message_ref === of);
    const ticket = row && (await ticketOf(scope, channel, row.ticket_id));
    if (ticket && (row.message_id || (await isWithin(scope, ticket, mail, sender))))
      return { ticket, why: { kind: "reference", of } };
  }
  return null;
}

/** A reply may come before the mail it answers. */
async function byMention(
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
  sender: string,
): Promise<Found | null> {
  const of = mail.messageId;
  if (!of || !isId(of)) return null;
  const row = await scope.db
    .selectFrom("mail_reference")
    .select("ticket_id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("message_ref", "=", of)
    .where("message_id", "is", null)
    .executeTakeFirst();
  const ticket = row && (await ticketOf(scope, channel, row.ticket_id));
  return ticket && (await isWithin(scope, ticket, mail, sender))
    ? { ticket, why: { kind: "reference", of } }
    : null;
}

async function byNumber(
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
  sender: string,
): Promise<Found | null> {
  for (const prefix of numbersIn(mail.subject)) {
    for (const ticket of await ticketsFrom(scope, channel, prefix))
      if (await isWithin(scope, ticket, mail, sender))
        return { ticket, why: { kind: "number", of: `#${prefix}` } };
  }
  return null;
}

/** The client or a known participant, and not in a forged name. */
async function isWithin(scope: Scope, ticket: TicketRow, mail: ParsedMail, sender: string): Promise<boolean> {
  return mail.authentication.dmarc !== "fail" && (await isKnown(scope, ticket, sender));
}

export async function isKnown(
  scope: Scope,
  ticket: Pick<TicketRow, "id" | "client_external_id">,
  address: string,
): Promise<boolean> {
  if (ticket.client_external_id === address) return true;
  const row = await scope.db
    .selectFrom("participant")
    .select("known")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("external_id", "=", address)
    .executeTakeFirst();
  return row?.known === true;
}

const tickets = (scope: Scope, channel: Channel) =>
  scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id);

const ticketOf = (scope: Scope, channel: Channel, id: string) =>
  tickets(scope, channel).where("id", "=", id).executeTakeFirst();

function ticketsFrom(scope: Scope, channel: Channel, prefix: string): Promise<TicketRow[]> {
  const { first, last } = idsFrom(prefix);
  return tickets(scope, channel).where("id", ">=", first).where("id", "<=", last).limit(10).execute();
}

/** Milliseconds, and tickets that a sender opens within it before they are a storm. */
const storm = { within: 3_600_000, tickets: 5 };
/** In which automatic mail of a sender opens one ticket. */
const day = 24 * 3_600_000;

/** A ticket that the sender opened lately, in place of another new one. */
export async function findOfSender(
  scope: Scope,
  channel: Channel,
  sender: string,
  automatic: boolean,
): Promise<(Found & { storm: boolean }) | null> {
  const lately = await tickets(scope, channel)
    .where("client_external_id", "=", sender)
    .where("created_on", ">", new Date(scope.now.getTime() - day))
    .orderBy("created_on", "desc")
    .limit(storm.tickets)
    .execute();
  const [newest] = lately;
  if (!newest) return null;
  const since = scope.now.getTime() - storm.within;
  const storms = lately.filter(({ created_on }) => created_on.getTime() > since).length >= storm.tickets;
  if (!storms && !automatic) return null;
  return { ticket: newest, why: { kind: "same_sender", of: sender }, storm: storms };
}
