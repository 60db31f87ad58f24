/** The mail of a claimed message. Everything is read from its rows, so that each attempt sends the same mail. */
import type { Language } from "@parley/contract/sessions";
import type { FileRow } from "../../files/view.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { type MailDocument, readDocument } from "../../support/messages/mail-document.ts";
import { type ListedFile, listedFiles, type MailRow } from "../../support/messages/mail-view.ts";
import { outgoingFile } from "../outbound/outgoing-file.ts";
import type { OutgoingMail } from "../seam/adapter.ts";

type Quoted = Pick<MailRow, "sender" | "to_list" | "cc_list" | "subject" | "html"> & {
  created_on: Date;
  content: string;
  time_zone: string;
  /** The language of the agent who wrote it. */
  lang: Language | null;
  /** The file of the mail's HTML, where that is long. */
  document: FileRow | null;
};
export type ClaimedMail = {
  head: MailRow;
  message: MessageRow;
  files: ListedFile[];
  html: FileRow | null;
  quoted: Quoted | null;
};

export async function claimMail(scope: Scope, message: MessageRow): Promise<ClaimedMail> {
  const head = await scope.db
    .selectFrom("message_mail")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("message_id", "=", message.id)
    .executeTakeFirstOrThrow();
  return {
    head,
    message,
    files: (await listedFiles(scope, [message.id])).get(message.id) ?? [],
    html: head.html_file_id ? await findFile(scope, head.html_file_id) : null,
    quoted: message.is_agent && head.quoted_id ? await findQuoted(scope, message, head.quoted_id) : null,
  };
}

const findFile = (scope: Scope, id: string): Promise<FileRow> =>
  scope.db
    .selectFrom("file")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

async function findQuoted(
  scope: Scope,
  { agent_id: writer }: Pick<MessageRow, "agent_id">,
  id: string,
): Promise<Quoted | null> {
  const row = await scope.db
    .selectFrom("message_mail as mail")
    .innerJoin("message", (join) =>
      join.onRef("message.company_id", "=", "mail.company_id").onRef("message.id", "=", "mail.message_id"),
    )
    .innerJoin("company", "company.company_id", "mail.company_id")
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "mail.company_id").on("agent.id", "=", writer),
    )
    .select(["mail.sender", "mail.to_list", "mail.cc_list", "mail.subject", "mail.html", "mail.html_file_id"])
    .select(["message.created_on", "message.content"])
    .select(["company.time_zone", "agent.lang"])
    .where("mail.company_id", "=", scope.companyId)
    .where("mail.message_id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { html_file_id, ...quoted } = row;
  return { ...quoted, document: html_file_id ? await findFile(scope, html_file_id) : null };
}

type Outside = Pick<Context, "files" | "config" | "secrets" | "clock">;

export async function outgoingMail(
  context: Outside,
  { head, message, files, html, quoted }: ClaimedMail,
): Promise<OutgoingMail> {
  return {
    ref: head.message_ref,
    references: head.reference_refs,
    subject: head.subject,
    from: head.sender,
    to: head.to_list,
    cc: head.cc_list,
    bcc: head.bcc_list,
    html: await htmlOf(context, head.html, html, "whole"),
    files: files.flatMap(({ file, cid }) =>
      file.storage_key ? [{ ...outgoingFile(context, file), cid }] : [],
    ),
    quoted: quoted && {
      forwarded: head.forwarded,
      from: quoted.sender,
      to: quoted.to_list,
      cc: quoted.cc_list,
      subject: quoted.subject,
      on: quoted.created_on,
      text: quoted.content,
      zone: quoted.time_zone,
      lang: quoted.lang ?? "en",
      html: await htmlOf(context, quoted.html, quoted.document, head.forwarded ? "whole" : "shown"),
    },
    on: message.created_on,
    automatic: message.agent_id === null,
    ticketId: message.ticket_id,
    sign: context.secrets.sign,
    publicUrl: context.config.publicUrl,
  };
}

async function htmlOf(
  context: Outside,
  short: string | null,
  document: FileRow | null,
  part: keyof MailDocument,
): Promise<string | null> {
  return document?.storage_key ? (await readDocument(context, document.storage_key))[part] : short || null;
}
