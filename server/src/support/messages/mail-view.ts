/** The mail fields of messages, in the contract's form. */
import type { Mail } from "@parley/contract/mail";
import { type Selectable, sql } from "kysely";
import { fileLink } from "../../files/links.ts";
import type { FileRow } from "../../files/view.ts";
import { isShownPicture } from "../../files/view-list.ts";
import type { MessageMailTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { MessageRow } from "./append.ts";
import { cidsIn, replaceCids } from "./mail-cids.ts";
import { isLaidOut } from "./mail-layout.ts";

export type MailRow = Selectable<MessageMailTable>;
export type ListedFile = { file: FileRow; inline: boolean; cid: string | null };
/** `quoted_by` and `quoted_on`: the writer and the time of the quoted mail. */
export type MailHead = MailRow & { quoted_by: string | null; quoted_on: Date | null };
export type Mails = { heads: Map<string, MailHead>; files: Map<string, ListedFile[]> };

/** The mails among these messages, by message: two statements. */
export async function mailsOf(scope: Scope, rows: MessageRow[]): Promise<Mails> {
  const ids = rows.flatMap((row) => (row.has_mail ? [row.id] : []));
  const heads = await scope.db
    .selectFrom("message_mail as mail")
    .leftJoin("message as quoted", (join) =>
      join.onRef("quoted.company_id", "=", "mail.company_id").onRef("quoted.id", "=", "mail.quoted_id"),
    )
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "quoted.company_id").onRef("agent.id", "=", "quoted.agent_id"),
    )
    .leftJoin("message_mail as theirs", (join) =>
      join.onRef("theirs.company_id", "=", "quoted.company_id").onRef("theirs.message_id", "=", "quoted.id"),
    )
    .selectAll("mail")
    .select("quoted.created_on as quoted_on")
    .select(writer.as("quoted_by"))
    .where("mail.company_id", "=", scope.companyId)
    .where("mail.message_id", "in", ids)
    .execute();
  return {
    heads: new Map(heads.map((head) => [head.message_id, head])),
    files: await listedFiles(scope, ids),
  };
}

const writer = sql<string | null>`coalesce(agent.first_name || ' ' || agent.last_name,
  nullif(theirs.sender->>'name', ''), theirs.sender->>'address')`;

/** Files of messages, in the order of the mail. */
export async function listedFiles(scope: Scope, messageIds: string[]): Promise<Map<string, ListedFile[]>> {
  const rows = await scope.db
    .selectFrom("message_file as listed")
    .innerJoin("file", (join) =>
      join.onRef("file.company_id", "=", "listed.company_id").onRef("file.id", "=", "listed.file_id"),
    )
    .innerJoin("message", (join) =>
      join
        .onRef("message.company_id", "=", "listed.company_id")
        .onRef("message.id", "=", "listed.message_id"),
    )
    .leftJoin("message_mail as mail", (join) =>
      join
        .onRef("mail.company_id", "=", "listed.company_id")
        .onRef("mail.message_id", "=", "listed.message_id"),
    )
    .selectAll("file")
    .select(["listed.message_id", "listed.inline", "listed.cid"])
    .select(["message.is_agent", "mail.html", "mail.rest"])
    .where("listed.company_id", "=", scope.companyId)
    .where("listed.message_id", "in", messageIds)
    .orderBy("listed.message_id")
    .orderBy("listed.position")
    .execute();
  const listed = rows.map(({ message_id, inline, cid, is_agent, html, rest, ...file }) => ({
    ...{ message_id, cid, file },
    inline: inline && (is_agent || isWithin({ html, rest, cid, file })),
  }));
  return Map.groupBy(listed, ({ message_id }) => message_id);
}

type Within = { html: string | null; rest: boolean | null; cid: string | null; file: FileRow };

/**
 * True if the HTML shows a received file. Rows of older mails list as inline what their sender called so; HTML that
 * does not travel whole is trusted.
 */
function isWithin({ html, rest, cid, file }: Within): boolean {
  if (html === null || !cid || !isShownPicture(file)) return false;
  return html === "" || rest === true || cidsIn(html).has(cid);
}

export function viewMail(scope: Scope, head: MailHead, files: ListedFile[]): Mail {
  return {
    subject: head.subject,
    from: head.sender,
    to: head.to_list,
    cc: head.cc_list,
    bcc: head.bcc_list,
    reply_to: head.reply_to,
    html: head.html ? withPictures(scope, head.html, files) : null,
    formatted: head.html === "" ? head.html_file_id !== null : head.html !== null && isLaidOut(head.html),
    rest: head.rest,
    quotes:
      head.quoted_by && head.quoted_on ? { name: head.quoted_by, on: head.quoted_on.toISOString() } : null,
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
  return replaceCids(html, (cid) => (links.get(cid) ?? "").replaceAll("&", "&amp;"));
}
