/** A mail's HTML as a document of its own, for a frame that runs nothing; and the mail itself. */
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import type { Scope } from "../../database/scope.ts";
import { notFound } from "../../errors.ts";
import type { FileRow } from "../../files/view.ts";
import { accessMail } from "../../messages/access.ts";
import { readDocument } from "../../messages/mail-document.ts";
import { type MailRow, withPictures } from "../../messages/mail-view.ts";
import { findChannel, openChannel } from "../find.ts";
import { claimMail, outgoingMail } from "../outgoing-mail.ts";
import { openCredentials } from "./account/credentials.ts";
import { htmlOf } from "./document.ts";
import { composeMail } from "./smtp/compose.ts";

export type Shown = { pictures: boolean; rest: boolean };

async function accessClaimed(scope: Scope, messageId: string) {
  const found = await accessMail(scope, messageId);
  return { ...found, claimed: await claimMail(scope, found.message) };
}

/** The document, and the policy under which it is shown. */
export async function viewFrame(
  context: Context,
  scope: Scope,
  messageId: string,
  { pictures, rest }: Shown,
): Promise<{ html: string; policy: string }> {
  const { message, claimed } = await accessClaimed(scope, messageId);
  const origin = context.config.filesOrigin;
  const body = await bodyOf(context, claimed, message.content, rest);
  const named = withPictures(scope, body, claimed.files, origin);
  const shown = pictures
    ? named.replace(/\sdata-remote-src="/g, ' referrerpolicy="no-referrer" src="')
    : named;
  return { html: page(shown), policy: policyOf(context.config, pictures) };
}

type Claimed = { head: MailRow; html: FileRow | null };

async function bodyOf(context: Context, { head, html }: Claimed, content: string, rest: boolean) {
  if (!html?.storage_key) return head.html ?? htmlOf(content);
  const { shown, whole } = await readDocument(context, html.storage_key);
  return rest ? whole : shown;
}

const style =
  "body{margin:0;padding:2px;font:14px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff;overflow-wrap:anywhere}" +
  "img{max-width:100%;height:auto}table{max-width:100%}blockquote{margin:0 0 0 4px;padding-left:10px;border-left:2px solid #d0d7de}";

const page = (body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">` +
  `<base target="_blank"><style>${style}</style></head><body>${body}</body></html>`;

/** Same-origin, so that the console measures its height; without scripts nothing can use it. */
const policyOf = ({ filesOrigin, consoleOrigin }: Config, pictures: boolean) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' ${filesOrigin} data:${pictures ? " https:" : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${consoleOrigin}`,
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin",
  ].join("; ");

/** The stored mail; of ours, the mail that is sent. */
export async function readOriginal(
  context: Context,
  scope: Scope,
  messageId: string,
): Promise<{ key: string } | { raw: Buffer }> {
  const { ticket, message, claimed } = await accessClaimed(scope, messageId);
  const { raw_file_id: id } = claimed.head;
  if (!message.is_agent) return { key: await keyOfFile(scope, id) };
  const row = await findChannel(context, ticket.channel_id);
  if (!row) throw notFound();
  const channel = openChannel(row, context.secrets);
  const mail = await outgoingMail(context, claimed);
  const outgoing = {
    ...{
      messageId: message.id,
      to: ticket.client_external_id,
      content: message.content,
      caption: message.caption,
    },
    ...{ type: "text" as const, file: null, replyToExternalId: null },
    ratingFor: message.purpose === "rating_question" ? { ticketId: ticket.id } : null,
  };
  return { raw: (await composeMail(channel, openCredentials(channel.credentials), outgoing, mail)).raw };
}

async function keyOfFile(scope: Scope, id: string | null): Promise<string> {
  if (!id) throw notFound();
  const file = await scope.db
    .selectFrom("file")
    .select("storage_key")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!file?.storage_key) throw notFound();
  return file.storage_key;
}
