/** Recognises a mail that a person sent through a website's form: From is the website, and Reply-To the person. */
import { sql } from "kysely";
import type { Scope } from "../../../floor/database/scope.ts";
import type { MailAddress } from "../parse/parsed-mail.ts";
import type { ReceivedFrom } from "./received.ts";
import { domainOf } from "./receiver.ts";

/** Sender names that websites and form services use, and people do not. */
const machines =
  /^(?:wordpress|wp|joomla|drupal|typo3|webform|website|web|www|www-data|webmaster|apache|nginx|httpd|nobody|root|forms?|form[-_.]?(?:mail|submissions?|responses?|builder)|contact[-_.]?form|kontakt[-_.]?formular|mailer|mail|notifications?|notify|submissions?|no[-_.]?reply|do[-_.]?not[-_.]?reply)(?:[-+._].*)?@/i;
/** Words by which website programs describe themselves. */
const programs =
  /phpmailer|wp ?mail|wordpress|contact ?form|wpforms|formmail|swiftmailer|drupal|joomla|jotform|formspree/i;

/**
 * The person in Reply-To, where a form sent the mail; null for any other. Anyone can type an address into a form, so it
 * is unproved, even where the website's own server is proved.
 */
export async function personOfForm(scope: Scope, mail: ReceivedFrom): Promise<MailAddress | null> {
  const { channel, read, sender } = mail;
  const [person, ...more] = read.replyTo;
  if (!person || more.length > 0 || read.bounce) return null;
  if (read.automatic && read.automatic !== "generated" && read.automatic !== "bulk") return null;
  const address = person.address.toLowerCase();
  if (address === sender.address || address === channel.externalId || machines.test(address)) return null;
  // The mail carries the mailbox's own address, and Parley did not send it.
  const own = sender.address === channel.externalId;
  if (!own && isSamePerson(sender, person)) return null;
  const machine = own || read.automatic !== null || machines.test(sender.address);
  if (
    !machine &&
    (mail.authentication === "pass" || !isByProgram(mail)) &&
    !(await hasNamedAnother(scope, mail, address))
  )
    return null;
  return { name: person.name, address };
}

/** True for another address of the same person or company. */
function isSamePerson(one: MailAddress, other: MailAddress): boolean {
  const nameOf = ({ name }: MailAddress) => name?.trim().toLowerCase().replace(/\s+/g, " ") || null;
  if (nameOf(one) && nameOf(one) === nameOf(other)) return true;
  const [local, domain = ""] = one.address.toLowerCase().split("@");
  const [otherLocal, otherDomain = ""] = other.address.toLowerCase().split("@");
  return local === otherLocal || domainOf(domain) === domainOf(otherDomain);
}

const isByProgram = ({ read }: ReceivedFrom): boolean =>
  read.headers.some(
    ({ name, value }) => /^x-php-/.test(name) || (name === "x-mailer" && programs.test(value)),
  );

const mostTickets = 20;

/** The address's earlier mails named other people in Reply-To, and never itself: it never wrote for itself. */
async function hasNamedAnother(
  scope: Scope,
  { channel, sender }: ReceivedFrom,
  address: string,
): Promise<boolean> {
  const rows = await scope.db
    .selectFrom("ticket")
    .innerJoin("message_mail as mail", (join) =>
      join.onRef("mail.company_id", "=", "ticket.company_id").onRef("mail.ticket_id", "=", "ticket.id"),
    )
    .innerJoin("message", (join) =>
      join.onRef("message.company_id", "=", "mail.company_id").onRef("message.id", "=", "mail.message_id"),
    )
    .select("mail.reply_to")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.channel_id", "=", channel.id)
    .where("ticket.client_external_id", "=", sender.address)
    .where("message.is_agent", "=", false)
    .where(sql<string>`lower(mail.sender ->> 'address')`, "=", sender.address)
    .orderBy("ticket.created_on", "desc")
    .limit(mostTickets)
    .execute();
  const named = rows.map(({ reply_to: [one, ...more] }) => (more.length === 0 && one ? one : sender));
  return (
    named.every((one) => !isSamePerson(sender, one)) &&
    named.some((one) => one.address.toLowerCase() !== address)
  );
}
