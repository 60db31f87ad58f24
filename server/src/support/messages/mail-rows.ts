/** The rows of a mail beside its message's own. */
import type { MailAddress, MailMark, MailReason } from "@parley/contract/mail";
import { type QueryCreator, sql } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";

/** A file whose row exists. */
export type ListedMailFile = { fileId: string; cid: string | null; inline: boolean };

export type MailDraft = {
  /** The mail's Message-ID. */
  ref: string;
  /** The chain of Message-IDs it answers, oldest first. */
  references: string[];
  subject: string;
  sender: MailAddress;
  /** The person of the conversation who wrote it; null: its client did. Omitted for a mail of the desk. */
  author?: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  bcc?: MailAddress[];
  replyTo?: MailAddress[];
  /** Null: there is none. Empty: it is too long to travel with the message. */
  html: string | null;
  rest?: boolean;
  why: MailReason;
  /** A hash over its content, without headers that servers add in transit. */
  contentHash?: string;
  marks?: MailMark[];
  htmlFileId?: string | null;
  rawFileId?: string | null;
  quotedId?: string | null;
  /** The quoted mail is forwarded whole. */
  forwarded?: boolean;
  files?: ListedMailFile[];
  /** Addresses that belong to the conversation from now on. */
  people?: MailAddress[];
};

type TicketKey = Pick<TicketRow, "id" | "channel_id" | "client_external_id"> &
  Partial<Pick<TicketRow, "merged_into">>;

export async function insertMail(scope: Scope, ticket: TicketKey, messageId: string, mail: MailDraft) {
  const { db, companyId: company_id } = scope;
  await db
    .with("referenced", (qb) => keepReference(qb, scope, ticket, mail.ref, messageId))
    .with("told", (qb) => tellTicket(qb, company_id, ticket, mail))
    .insertInto("message_mail")
    .values({
      ...{ company_id, message_id: messageId, ticket_id: ticket.id, message_ref: mail.ref },
      ...{ reference_refs: mail.references, subject: mail.subject, html: mail.html },
      sender: asJson(mail.sender),
      to_list: asJson(mail.to),
      cc_list: asJson(mail.cc),
      bcc_list: asJson(mail.bcc ?? []),
      reply_to: asJson(mail.replyTo ?? []),
      rest: mail.rest ?? false,
      why: asJson(mail.why),
      content_hash: mail.contentHash ?? null,
      marks: asJson(mail.marks ?? []),
      html_file_id: mail.htmlFileId ?? null,
      raw_file_id: mail.rawFileId ?? null,
      quoted_id: mail.quotedId ?? null,
      forwarded: mail.forwarded ?? false,
    })
    .execute();
  if (ticket.merged_into) await tellTarget(scope, ticket.merged_into, mail);
  const files = (mail.files ?? []).map(({ fileId, cid, inline }, position) => ({
    ...{ company_id, message_id: messageId, position, file_id: fileId, cid, inline },
  }));
  if (files.length > 0) await db.insertInto("message_file").values(files).execute();
  if (mail.people) await addPeople(scope, ticket, mail.people);
}

const nameOf = ({ name, address }: MailAddress): string => (name || address).toWellFormed();

const tellTicket = (db: QueryCreator<Database>, companyId: string, { id }: TicketKey, mail: MailDraft) =>
  db
    .updateTable("ticket")
    .set({ mail_subject: mail.subject.toWellFormed(), ...writersOf(mail) })
    .where("company_id", "=", companyId)
    .where("id", "=", id);

const writersOf = ({ sender, author }: MailDraft) => ({
  last_message_author: nameOf(sender),
  ...(author !== undefined && { last_client_author: author && nameOf(author) }),
});

/** The card of a merged ticket's target shows who wrote its last message; its subject stays its own. */
const tellTarget = ({ db, companyId }: Scope, target: string, mail: MailDraft) =>
  db
    .updateTable("ticket")
    .set(writersOf(mail))
    .where("company_id", "=", companyId)
    .where("id", "=", target)
    .execute();

/** The first message with an id keeps it. */
const keepReference = (
  db: QueryCreator<Database>,
  { companyId: company_id, now: created_on }: Scope,
  { id: ticket_id, channel_id }: TicketKey,
  message_ref: string,
  message_id: string,
) =>
  db
    .insertInto("mail_reference")
    .values({ company_id, channel_id, ticket_id, message_id, message_ref, created_on })
    .onConflict((on) =>
      on
        .columns(["company_id", "channel_id", "message_ref"])
        .doUpdateSet({ ticket_id, message_id })
        .where("mail_reference.message_id", "is", null),
    );

/** Keeps ids that a mail only mentioned. Those of a deleted ticket lead to this one from now on. */
export async function addMentions(
  { db, companyId: company_id, now: created_on }: Scope,
  { id: ticket_id, channel_id }: Pick<TicketRow, "id" | "channel_id">,
  refs: string[],
): Promise<void> {
  const rows = [...new Set(refs)].map((message_ref) => ({
    ...{ company_id, channel_id, ticket_id, message_id: null, message_ref, created_on },
  }));
  if (rows.length === 0) return;
  await db
    .insertInto("mail_reference")
    .values(rows)
    .onConflict((on) =>
      on
        .columns(["company_id", "channel_id", "message_ref"])
        .doUpdateSet((eb) => ({ ticket_id: eb.ref("excluded.ticket_id"), message_id: null }))
        // A hidden ticket is a deleted one.
        .where(
          sql<boolean>`not exists (select from ticket t
            where t.company_id = mail_reference.company_id and t.id = mail_reference.ticket_id)`,
        ),
    )
    .execute();
}

/** A person who is listed as unknown stays so. */
async function addPeople(
  { db, companyId: company_id, now: created_on }: Scope,
  ticket: TicketKey,
  people: MailAddress[],
): Promise<void> {
  const rows = [...new Map(people.map((one) => [one.address.toLowerCase(), one]))]
    .filter(([address]) => address !== ticket.client_external_id)
    .map(([external_id, { name, address }]) => ({
      ...{ company_id, ticket_id: ticket.id, external_id, created_on },
      name: (name || address).slice(0, 200),
    }));
  if (rows.length === 0) return;
  await db
    .insertInto("participant")
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The driver would write an array as PostgreSQL's own. */
export const asJson = <Value>(value: Value) =>
  sql<Value>`${JSON.stringify(value, (_key, part) => (typeof part === "string" ? part.toWellFormed().replaceAll("\0", "") : part))}::jsonb`;
