/** A mail's HTML as a separate document, for a frame that runs nothing; and the original mail. */

import type { FileRow } from "../../files/view.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { allowedOrigins } from "../../http/same-origin.ts";
import { accessMail } from "../../support/messages/access.ts";
import { readDocument } from "../../support/messages/mail-document.ts";
import { type MailRow, withPictures } from "../../support/messages/mail-view.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import { openCredentials } from "./account/credentials.ts";
import { framePage, type Theme } from "./frame-page.ts";
import { claimMail, outgoingMail } from "./outgoing-mail.ts";
import { htmlOf } from "./parse/document.ts";
import { composeMail } from "./smtp/compose.ts";

export type Shown = { pictures: boolean; rest: boolean; theme: Theme };

async function accessClaimed(scope: Scope, messageId: string) {
  const found = await accessMail(scope, messageId);
  return { ...found, claimed: await claimMail(scope, found.message) };
}

/** The document, and its content security policy. */
export async function viewFrame(
  context: Context,
  scope: Scope,
  messageId: string,
  { pictures, rest, theme }: Shown,
): Promise<{ html: string; policy: string }> {
  const { message, claimed } = await accessClaimed(scope, messageId);
  const origin = context.config.filesOrigin;
  const body = await bodyOf(context, claimed, message.content, rest);
  const named = withPictures(scope, body, claimed.files, origin);
  const shown = pictures ? withRemotePictures(named, context.config) : named;
  return { html: framePage(shown, theme), policy: policyOf(context.config, pictures) };
}

/** A picture at an address of the desk itself is not shown: it would be a call with the agent's cookie. */
function withRemotePictures(html: string, config: Config): string {
  const own = new Set([...allowedOrigins(config), config.filesOrigin, config.socketOrigin].map(hostOf));
  return html.replace(/\sdata-remote-src="([^"]*)"/g, (whole, address: string) =>
    own.has(hostOf(address.replaceAll("&amp;", "&")))
      ? whole
      : ` referrerpolicy="no-referrer" src="${address}"`,
  );
}

/** Null for a text that is no address. */
const hostOf = (address: string): string | null => URL.parse(address)?.hostname.replace(/\.$/, "") ?? null;

type Claimed = { head: MailRow; html: FileRow | null };

async function bodyOf(context: Context, { head, html }: Claimed, content: string, rest: boolean) {
  if (!html?.storage_key) return head.html || htmlOf(content);
  const { shown, whole } = await readDocument(context, html.storage_key);
  return rest ? whole : shown;
}

/** The frame is same-origin, so that the console measures its height; without scripts nothing can use it. */
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

/** The stored mail; for one of ours, the mail as sent. */
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
