/** The header of a mail that answers a ticket, where its writer gave none. */
import type { MailAddress } from "@parley/contract/mail";
import { answersTo } from "@parley/contract/mail-answer";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import type { TicketRow } from "../ticket/access.ts";
import type { MailDraft } from "./mail-rows.ts";
import type { MailRow } from "./mail-view.ts";

/** RFC 5322 asks for the whole chain; servers cut header lines. */
const longestChain = 20;

/** The addressees of a reply, and the mail it answers. */
export async function replyMail(scope: Scope, ticket: TicketRow, messageId: string): Promise<MailDraft> {
  const [sender, mails] = [await senderOf(scope, ticket), await lastMails(scope, ticket)];
  const last = mails.find(({ is_agent }) => !is_agent) ?? mails[0];
  const answered = mails.find(({ is_agent, marks }) => !is_agent && !marks.includes("unknown_sender"));
  const to = answered ? repliesTo(answered, sender) : await writtenTo(scope, ticket, mails[0]);
  const draft: MailDraft = {
    ref: refOf(sender, messageId),
    references: last ? chainTo(last) : [],
    subject: replySubject(subjectOf(ticket, last)),
    sender,
    to,
    cc: [],
    html: null,
    why: { kind: "reference", ...(last && { of: last.message_ref }) },
  };
  return { ...draft, quotedId: await quotable(scope, ticket, draft, last) };
}

/** A ticket that was split off has a subject of its own, also where its last mail is a copy. */
const subjectOf = ({ split_from, mail_subject }: TicketRow, last: LastMail | undefined): string =>
  (split_from && mail_subject) || (last?.subject ?? "");

/** The Message-ID of one of our mails, the same at every attempt. */
export const refOf = ({ address }: MailAddress, messageId: string) =>
  `<${messageId}@${address.split("@").at(-1)}>`;

/** Adds `Re:` once, and recognises other languages' prefixes. */
export function replySubject(subject: string): string {
  const bare = subject.replace(
    /^(\s*(re|aw|sv|vs|antw|antwoord|yan|ynt|rv|отв|отг|ответ|回复|返信)(\[\d+\])?\s*[::])+\s*/iu,
    "",
  );
  return bare.trim() === "" ? "" : `Re: ${bare.trim()}`;
}

export function chainTo({
  reference_refs: chain,
  message_ref: ref,
}: Pick<MailRow, "reference_refs" | "message_ref">) {
  const whole = [...new Set([...chain, ref])];
  return whole.length <= longestChain ? whole : [...whole.slice(0, 1), ...whole.slice(1 - longestChain)];
}

export type LastMail = MailRow & { is_agent: boolean };

/** The ticket's last mails, the newest first. */
export function lastMails(scope: Scope, ticket: Pick<TicketRow, "id">): Promise<LastMail[]> {
  return mailsIn(scope, ticket).orderBy("message.seq", "desc").limit(20).execute();
}

/** 404 for a message that is no mail of the ticket. */
export async function findMail(
  scope: Scope,
  ticket: Pick<TicketRow, "id">,
  messageId: string,
): Promise<LastMail> {
  const found = await mailsIn(scope, ticket).where("mail.message_id", "=", messageId).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

function mailsIn(scope: Scope, ticket: Pick<TicketRow, "id">) {
  return scope.db
    .selectFrom("message_mail as mail")
    .innerJoin("message", (join) =>
      join.onRef("message.company_id", "=", "mail.company_id").onRef("message.id", "=", "mail.message_id"),
    )
    .selectAll("mail")
    .select("message.is_agent")
    .where("mail.company_id", "=", scope.companyId)
    .where("mail.ticket_id", "=", ticket.id);
}

/** True if stars cannot be asked for: the mail answers a machine, or an address that may be forged. */
export async function isFromMachine(scope: Scope, ticket: Pick<TicketRow, "id">): Promise<boolean> {
  const last = (await lastMails(scope, ticket)).find(({ is_agent }) => !is_agent);
  return last?.marks.some((mark) => mark === "automatic" || mark === "unverified") ?? false;
}

/** The account's address, as the sender of our mails. */
export async function senderOf(
  scope: Scope,
  { channel_id }: Pick<TicketRow, "channel_id">,
): Promise<MailAddress> {
  const { name, external_id: address } = await scope.db
    .selectFrom("channel")
    .select(["name", "external_id"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channel_id)
    .executeTakeFirstOrThrow();
  return { name, address };
}

function repliesTo({ reply_to, sender: from, marks }: MailRow, ours: MailAddress): MailAddress[] {
  const others = reply_to.filter(({ address }) => address.toLowerCase() !== ours.address);
  return answersTo({ from, reply_to: others, marks });
}

/** The addresses that agents have written to in a ticket, in lower case. */
export async function addressesWrittenTo(
  { db, companyId }: Scope,
  { id }: Pick<TicketRow, "id">,
): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select distinct lower(one ->> 'address') as address
    from message_mail mail
      join message on message.company_id = mail.company_id and message.id = mail.message_id
      cross join jsonb_array_elements(mail.to_list || mail.cc_list || mail.bcc_list) one
    where mail.company_id = ${companyId} and mail.ticket_id = ${id} and message.is_agent`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

/** The addresses we wrote to count, or the client, where there is no mail of theirs. */
async function writtenTo(
  scope: Scope,
  ticket: TicketRow,
  last: LastMail | undefined,
): Promise<MailAddress[]> {
  if (last?.is_agent && last.to_list.length > 0) return last.to_list;
  const { name } = await scope.db
    .selectFrom("client")
    .select("name")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.client_id)
    .executeTakeFirstOrThrow();
  return [{ name: name === ticket.client_external_id ? null : name, address: ticket.client_external_id }];
}

/**
 * A person whom only the client has named belongs to the conversation, and yet no agent has decided that they may read
 * it.
 */
const agentWroteTo = sql<boolean>`exists (
  select 1 from message_mail mail
    join message on message.company_id = mail.company_id and message.id = mail.message_id
    cross join jsonb_array_elements(mail.to_list || mail.cc_list || mail.bcc_list) one
  where mail.company_id = participant.company_id and mail.ticket_id = participant.ticket_id
    and message.is_agent and lower(one ->> 'address') = participant.external_id)`;

/**
 * The mail to quote below: the last that came, if its sender is proved and every addressee is the client or a person of
 * the conversation to whom an agent has written before.
 */
export async function quotable(
  scope: Scope,
  ticket: Pick<TicketRow, "id" | "client_external_id">,
  { to, cc, bcc = [] }: Pick<MailDraft, "to" | "cc" | "bcc">,
  last: LastMail | undefined,
): Promise<string | null> {
  if (!last || last.is_agent) return null;
  if (last.marks.includes("unverified") || last.marks.includes("unknown_sender")) return null;
  const known = await scope.db
    .selectFrom("participant")
    .select("external_id")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("known", "=", true)
    .where(agentWroteTo)
    .execute();
  const inside = new Set([ticket.client_external_id, ...known.map(({ external_id }) => external_id)]);
  const all = [...to, ...cc, ...bcc].every(({ address }) => inside.has(address.toLowerCase()));
  return all ? last.message_id : null;
}
