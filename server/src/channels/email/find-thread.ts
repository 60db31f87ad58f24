/**
 * Finds the ticket a mail belongs to: by our own address for it, by the ids it answers, by its number. Never by subject
 * alone.
 */
import type { MailReason } from "@parley/contract/mail";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { showMerged } from "../../support/ticket/merged.ts";
import type { Channel } from "../seam/adapter.ts";
import { idsFrom, numbersIn, readKey } from "./marks/keys.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";
import type { ReceivedFrom } from "./sender/received.ts";

export type Found = { ticket: TicketRow; why: MailReason };

/** A reader's chain has fewer ids; the last ones are the nearest. */
const mostIds = 50;

/**
 * The conversation that a mail continues. A forged mail continues none, and a mail from a web form does not by the
 * address typed into the form.
 */
export async function findThread(scope: Scope, mail: ReceivedFrom): Promise<Found | null> {
  if (mail.authentication === "fail") return null;
  await showMerged(scope);
  return (
    (await byAddress(scope, mail)) ??
    (await byReference(scope, mail)) ??
    (mail.form ? null : ((await byMention(scope, mail)) ?? (await byNumber(scope, mail))))
  );
}

async function byAddress(scope: Scope, { channel, read }: ReceivedFrom): Promise<Found | null> {
  const written = [...read.deliveredTo, ...[...read.to, ...read.cc].map(({ address }) => address)];
  for (const address of written) {
    const key = readKey(scope, channel.id, channel.externalId, address);
    if (key?.kind !== "ticket") continue;
    const ticket = (await ticketsFrom(scope, channel, key.prefix)).find(({ id }) => key.isFor(id));
    if (ticket) return { ticket, why: { kind: "address", of: address } };
  }
  return null;
}

/** Short ids and ids that are the same everywhere, such as `<>`, do not count. */
const isId = (ref: string) => /^<[^<>\s]+@[^<>\s]+>$/.test(ref);

export const idsOf = ({ inReplyTo, references }: Pick<ParsedMail, "inReplyTo" | "references">): string[] => [
  ...new Set([...inReplyTo, ...references.toReversed()].filter(isId).slice(0, mostIds)),
];

/**
 * Finds the ticket by the nearest id that was sent or seen on this account. An id that was only mentioned counts for
 * people of that ticket.
 */
async function byReference(
  scope: Scope,
  { channel, read, sender, form }: ReceivedFrom,
): Promise<Found | null> {
  // Servers may change the case of an id in transit; the desk's own are in lower case.
  const ids = [...new Set(idsOf(read).flatMap((id) => [id, id.toLowerCase()]))];
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
    if (ticket && (row.message_id || (!form && (await isKnown(scope, ticket, sender.address)))))
      return { ticket, why: { kind: "reference", of } };
  }
  return null;
}

/** A reply may arrive before the mail it answers. */
async function byMention(scope: Scope, { channel, read, sender }: ReceivedFrom): Promise<Found | null> {
  const of = read.messageId;
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
  return ticket && (await isKnown(scope, ticket, sender.address))
    ? { ticket, why: { kind: "reference", of } }
    : null;
}

async function byNumber(scope: Scope, { channel, read, sender }: ReceivedFrom): Promise<Found | null> {
  for (const prefix of numbersIn(read.subject)) {
    for (const ticket of await ticketsFrom(scope, channel, prefix))
      if (await isKnown(scope, ticket, sender.address))
        return { ticket, why: { kind: "number", of: `#${prefix}` } };
  }
  return null;
}

/** True for the client or a known participant. */
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

/** A storm: a sender opens more than `tickets` within so many milliseconds. */
const storm = { within: 3_600_000, tickets: 5 };
/** Milliseconds in which a sender's automatic mails share one ticket. */
const day = 24 * 3_600_000;

/**
 * Finds a ticket that the sender opened lately, instead of another new one. Forged mails stay together: a flood of them
 * reaches no conversation of the person they name.
 */
export async function findOfSender(
  scope: Scope,
  { channel, sender, authentication, form }: ReceivedFrom,
  automatic: boolean,
): Promise<(Found & { storm: boolean }) | null> {
  const of = sender.address;
  const lately = await tickets(scope, channel)
    .where("client_external_id", "=", of)
    .where("created_on", ">", new Date(scope.now.getTime() - day))
    .where(openedUnverified, "=", authentication === "fail" || form)
    .where("split_from", "is", null)
    .orderBy("created_on", "desc")
    .limit(storm.tickets)
    .execute();
  const [newest] = lately;
  if (!newest) return null;
  const since = scope.now.getTime() - storm.within;
  const storms = lately.filter(({ created_on }) => created_on.getTime() > since).length >= storm.tickets;
  if (!storms && !automatic) return null;
  return { ticket: newest, why: { kind: "same_sender", of }, storm: storms };
}

/** True if the ticket's first mail was unverified. */
const openedUnverified = sql<boolean>`exists (
  select 1 from message
    join message_mail mail on mail.company_id = message.company_id and mail.message_id = message.id
  where message.company_id = ticket.company_id and message.ticket_id = ticket.id and message.seq = 1
    and mail.marks ? 'unverified')`;
