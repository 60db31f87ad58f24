/** What messages by mail carry, as the contract shows it. */
import type { Mail } from "@parley/contract/mail";
import type { Selectable } from "kysely";
import type { MessageMailTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import type { FileRow } from "../files/view.ts";
import type { MessageRow } from "./append.ts";

export type MailRow = Selectable<MessageMailTable>;
export type ListedFile = { file: FileRow; inline: boolean };
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
async function listedFiles(scope: Scope, messageIds: string[]): Promise<Map<string, ListedFile[]>> {
  const rows = await scope.db
    .selectFrom("message_file as listed")
    .innerJoin("file", (join) =>
      join.onRef("file.company_id", "=", "listed.company_id").onRef("file.id", "=", "listed.file_id"),
    )
    .selectAll("file")
    .select(["listed.message_id", "listed.inline"])
    .where("listed.company_id", "=", scope.companyId)
    .where("listed.message_id", "in", messageIds)
    .orderBy("listed.message_id")
    .orderBy("listed.position")
    .execute();
  const listed = rows.map(({ message_id, inline, ...file }) => ({ message_id, inline, file }));
  return Map.groupBy(listed, ({ message_id }) => message_id);
}

export function viewMail(head: MailRow): Mail {
  return {
    subject: head.subject,
    from: head.sender,
    to: head.to_list,
    cc: head.cc_list,
    bcc: head.bcc_list,
    reply_to: head.reply_to,
    html: head.html,
    rest: head.rest,
    why: head.why,
    marks: head.marks,
  };
}
