/** What messages by mail carry, as the contract shows it. */
import type { Mail } from "@parley/contract/mail";
import type { Selectable } from "kysely";
import type { MessageMailTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import { fileLink } from "../files/links.ts";
import type { FileRow } from "../files/view.ts";
import type { MessageRow } from "./append.ts";

export type MailRow = Selectable<MessageMailTable>;
export type ListedFile = { file: FileRow; inline: boolean; cid: string | null };
export type Mails = { heads: Map<string, MailRow>; files: Map<string, ListedFile[]> };

/** By message, of those that are mails: two statements. */
export async function mailsOf(scope: Scope, rows: MessageRow[]): Promise<Mails> {
  const ids = rows.flatMap((row) => (row.has_mail ? [row.id] : []));
  const heads = await scope.db
    .selectFrom("message_mail")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("message_id", "in", ids)
    .execute();
  return {
    heads: new Map(heads.map((head) => [head.message_id, head])),
    files: await listedFiles(scope, ids),
  };
}

/** Files of messages, in the order of the mail. */
export async function listedFiles(scope: Scope, messageIds: string[]): Promise<Map<string, ListedFile[]>> {
  const rows = await scope.db
    .selectFrom("message_file as listed")
    .innerJoin("file", (join) =>
      join.onRef("file.company_id", "=", "listed.company_id").onRef("file.id", "=", "listed.file_id"),
    )
    .selectAll("file")
    .select(["listed.message_id", "listed.inline", "listed.cid"])
    .where("listed.company_id", "=", scope.companyId)
    .where("listed.message_id", "in", messageIds)
    .orderBy("listed.message_id")
    .orderBy("listed.position")
    .execute();
  const listed = rows.map(({ message_id, inline, cid, ...file }) => ({ message_id, inline, cid, file }));
  return Map.groupBy(listed, ({ message_id }) => message_id);
}

export function viewMail(scope: Scope, head: MailRow, files: ListedFile[]): Mail {
  return {
    subject: head.subject,
    from: head.sender,
    to: head.to_list,
    cc: head.cc_list,
    bcc: head.bcc_list,
    reply_to: head.reply_to,
    html: head.html && withPictures(scope, head.html, files),
    rest: head.rest,
    why: head.why,
    marks: head.marks,
  };
}

/** Sanitised HTML with the addresses of its pictures, below the file origin. */
export function withPictures(scope: Scope, html: string, files: ListedFile[], origin = ""): string {
  if (!html.includes("cid:")) return html;
  const links = new Map(
    files.flatMap(({ file, cid }) =>
      cid && file.storage_key
        ? [[cid, origin + fileLink(scope, file.id, "original", file.name)] as const]
        : [],
    ),
  );
  return html.replace(/(\ssrc=")cid:([^"]*)"/gi, (_whole, before: string, cid: string) => {
    const link = links.get(unescaped(cid));
    return `${before}${link ? link.replaceAll("&", "&amp;") : ""}"`;
  });
}

/** As the mail names it: the sanitiser writes an ampersand as an entity, senders encode as in an address. */
function unescaped(cid: string): string {
  const plain = cid.replaceAll("&amp;", "&");
  try {
    return decodeURIComponent(plain);
  } catch (error) {
    if (error instanceof URIError) return plain;
    throw error;
  }
}
