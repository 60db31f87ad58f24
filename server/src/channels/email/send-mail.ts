/** A mail by an agent: into a ticket, or as the first of a new one. */

import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import { type MailAddress, mailLimits, type sendMail as sendMailBody } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { z } from "zod";
import { discardUnlessKept } from "../../files/discard.ts";
import type { StoredFile } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { signatureFor } from "../../people/signatures/view.ts";
import { appendMessage, type MessageRow } from "../../support/messages/append.ts";
import {
  chainTo,
  findMail,
  type LastMail,
  lastMails,
  quotable,
  refOf,
  senderOf,
} from "../../support/messages/mail-reply.ts";
import type { ListedMailFile, MailDraft } from "../../support/messages/mail-rows.ts";
import { type ListedFile, listedFiles } from "../../support/messages/mail-view.ts";
import { recordMessage } from "../../support/messages/publish.ts";
import { checkSeen, findRepeat, nudgeDelivery, queuedColumns } from "../../support/messages/send.ts";
import { viewMessage } from "../../support/messages/view.ts";
import { writeDocument } from "../../support/messages/write-document.ts";
import { accessLocked, accessTicket, checkAbility, type TicketRow } from "../../support/ticket/access.ts";
import { threadOfReply } from "../../support/ticket/merged.ts";
import { lockHandler } from "../../support/tickets/lock-handler.ts";
import { openTicket } from "../../support/tickets/open.ts";
import { viewSharedTicket, viewTicket } from "../../support/tickets/view.ts";
import { findClient, makeClient } from "../inbound/client.ts";
import { retryOnDuplicate } from "../inbound/receive.ts";
import { accessBegun } from "../outbound/start-conversation.ts";
import type { FirstMail } from "../seam/module.ts";
import { travelling } from "./document.ts";
import { attachUploads } from "./mail-files.ts";
import { sanitiseMail } from "./parse/sanitise-mail.ts";
import { textOf } from "./parse/text-of.ts";
import { saveBytes } from "./store-mail.ts";

type Body = z.output<typeof sendMailBody>;
export type Written = Pick<Body, "to" | "cc" | "bcc" | "subject" | "fileids" | "messageid"> &
  Partial<Pick<Body, "aboutid" | "quoted" | "forward">> & {
    html: string;
    /** HTML that is too long to travel with the message, or has a signature below it: as stored, or with a row. */
    document: StoredFile | { fileId: string } | null;
  };

/** A repeat of `messageid` returns the existing message. */
export function sendMail(context: Context, caller: Caller, body: Body): Promise<Message> {
  return withDocument(context, caller, body, departmentOf(body), (document, html) =>
    inCompany(context, caller, (scope) => queue(scope, context, { ...body, html, document })),
  );
}

/** The department whose signature stands below a mail of the ticket. */
export const departmentOf =
  ({ ticketid }: Pick<Body, "ticketid">) =>
  async (scope: Scope<AgentActor>): Promise<string> =>
    (await accessTicket(scope, ticketid, "see")).department_id;

/** Opens a ticket with the mail as its first message. Of two to one new address the later starts again and finds its client. */
export function beginByMail(
  context: Context,
  caller: Caller,
  { channelId, to, mail }: FirstMail,
): Promise<Ticket> {
  const addressees = mail.to.length > 0 ? mail.to : [{ name: null, address: to ?? "" }];
  if (!z.email().safeParse(addressees[0]?.address).success) throw invalid("email_invalid");
  const departmentOf = async (scope: Scope<AgentActor>) => (await accessBegun(scope, channelId)).departmentId;
  return withDocument(context, caller, mail, departmentOf, (document, html) =>
    retryOnDuplicate(() =>
      inCompany(context, caller, (scope) =>
        begin(scope, context, channelId, { ...mail, to: addressees, html, document }),
      ),
    ),
  );
}

/** The store is written before the unit of work; bytes that no row names are deleted. */
export async function withDocument<Answer>(
  context: Context,
  caller: Caller,
  body: { html: string },
  departmentOf: (scope: Scope<AgentActor>) => Promise<string>,
  work: (document: StoredFile | null, html: string) => Promise<Answer>,
): Promise<Answer> {
  const { companyId } = caller;
  const html = sanitiseMail(body.html);
  const signature = await inCompany(context, caller, async (scope) =>
    signatureFor(scope, await departmentOf(scope)),
  );
  const below = sanitiseMail(signature);
  if (html.length <= mailLimits.shownHtml && below === "") return work(null, html);
  // The line by which mail programs recognise a signature (RFC 3676).
  const whole = below ? `${html}\n<div>-- </div>\n${below}` : html;
  const content = writeDocument({ shown: html, whole });
  const stored = await saveBytes(context, companyId, "message.json", "application/json", content);
  try {
    return await work(stored, html);
  } finally {
    await discardUnlessKept(context, companyId, stored, null);
  }
}

async function queue(
  scope: Scope<AgentActor>,
  context: Context,
  body: Written & Pick<Body, "ticketid" | "seenSeq">,
): Promise<Message> {
  const locked = await scope.acceptOffered(scope, await accessLocked(scope, body.ticketid));
  const repeat = await findRepeat(scope, locked, body.messageid);
  if (repeat) return viewMessage(scope, repeat, locked);
  const ticket = await threadOfReply(scope, locked, { original: body.aboutid, on: ["email"] });
  await checkMail(scope, ticket, body.seenSeq);
  return viewMessage(scope, await appendMail(scope, context, ticket, body), ticket);
}

/** Refuses a mail that cannot be sent in the locked ticket now, whatever it says. */
export async function checkMail(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  seenSeq: number | undefined,
): Promise<void> {
  await checkAbility(scope, ticket, "reply");
  if (!scope.platforms.find(ticket.platform)?.declaration.mail) throw invalid("channel_without_mail");
  await checkSeen(scope, ticket, seenSeq);
}

/** Appends a mail to the locked ticket, to wait for delivery. */
export async function appendMail(
  scope: Scope<AgentActor>,
  context: Pick<Context, "config">,
  ticket: TicketRow,
  body: Written,
): Promise<MessageRow> {
  const { ticket: after, message } = await append(scope, context, ticket, body, "reference");
  await recordMessage(scope, after, message);
  return message;
}

async function append(
  scope: Scope<AgentActor>,
  context: Pick<Context, "config">,
  ticket: TicketRow,
  body: Written,
  kind: "reference" | "begun",
): Promise<{ ticket: TicketRow; message: MessageRow }> {
  const id = body.messageid ?? randomUUID();
  const mail = await draftOf(scope, ticket, id, body, kind);
  await checkStorage(scope, context.config);
  const appended = await appendMessage(
    scope,
    ticket,
    {
      ...{ id, type: "text", content: shownText(body.html), is_agent: true, agent_id: scope.actor.id },
      ...queuedColumns(scope),
    },
    { mail },
  );
  if (!appended) throw conflict("conflict", "message_id_taken");
  await nudgeDelivery(scope, ticket);
  return appended;
}

export async function draftOf(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  id: string,
  { to, cc, bcc, subject, html, fileids, document, aboutid, quoted = true, forward = false }: Written,
  kind: "reference" | "begun",
): Promise<MailDraft> {
  const sender = await senderOf(scope, ticket);
  const mails = await lastMails(scope, ticket);
  const last = aboutid
    ? await findMail(scope, ticket, aboutid)
    : (mails.find(({ is_agent }) => !is_agent) ?? mails[0]);
  const people = once(to, cc, bcc);
  const quotedId = await quotedOf(scope, ticket, people, last, { quoted, forward });
  return {
    ...{ ref: refOf(sender, id), subject, sender, ...people },
    references: last ? chainTo(last) : [],
    html: html === "" ? null : travelling({ html, shownHtml: null }),
    rest: document !== null,
    why: { kind, ...(last && { of: last.message_ref }) },
    htmlFileId: await documentRow(scope, ticket, document),
    quotedId,
    forwarded: forward,
    files: await collectFiles(scope, ticket, last, { fileids, html, forward, quotedId }),
    people: [...people.to, ...people.cc, ...people.bcc].filter(({ address }) => address !== sender.address),
  };
}

/** The id of the row of a mail's document. */
export async function documentRow(
  scope: Scope,
  ticket: TicketRow,
  document: Written["document"],
): Promise<string | null> {
  if (!document) return null;
  return "fileId" in document
    ? document.fileId
    : (await insertFile(scope, { ticket_id: ticket.id }, document)).id;
}

/** An agent who forwards a mail decides who reads it; an answer goes to the conversation's people only. */
async function quotedOf(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  people: ReturnType<typeof once>,
  last: LastMail | undefined,
  { quoted, forward }: { quoted: boolean; forward: boolean },
): Promise<string | null> {
  if (!quoted) return null;
  return forward ? (last?.message_id ?? null) : quotable(scope, ticket, people, last);
}

type Given = { fileids: string[]; html: string; forward: boolean; quotedId: string | null };

/** Collects uploads, files of the forwarded mail, and pictures within the quoted mail. */
async function collectFiles(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  last: LastMail | undefined,
  { fileids, html, forward, quotedId }: Given,
): Promise<ListedMailFile[]> {
  const attached = last && (forward || quotedId) ? await filesOf(scope, last.message_id) : [];
  const known = new Set(forward ? attached.map(({ file }) => file.id) : []);
  const pictures = quotedId
    ? attached.filter((one) => isPicture(one) && (forward || isShown(last, one)))
    : [];
  const within = new Set(pictures.map(({ file }) => file.id));
  const uploads = await attachUploads(
    scope,
    ticket.id,
    fileids.filter((id) => !known.has(id)),
    html,
  );
  const inherited = [...new Set(fileids)].filter((id) => known.has(id) && !within.has(id));
  return [
    ...uploads,
    ...inherited.map((fileId) => ({ fileId, cid: null, inline: false })),
    ...pictures.map(({ file, cid }) => ({ fileId: file.id, cid, inline: true })),
  ];
}

/**
 * An answer quotes a mail without its own quotes and signature. Pictures that only the frame's HTML shows are not known
 * here.
 */
const isShown = (mail: LastMail | undefined, { cid }: ListedFile): boolean =>
  mail?.html === "" || (cid !== null && (mail?.html?.includes(`cid:${cid}`) ?? false));

const filesOf = async (scope: Scope, messageId: string): Promise<ListedFile[]> =>
  (await listedFiles(scope, [messageId])).get(messageId) ?? [];

/** True for a picture that the HTML places and whose bytes exist. */
const isPicture = ({ cid, inline, file }: ListedFile): boolean =>
  inline && cid !== null && file.storage_key !== null;

/** Keeps each address in the first list that names it. */
function once(to: MailAddress[], cc: MailAddress[], bcc: MailAddress[]) {
  const seen = new Set<string>();
  const fresh = (list: MailAddress[]) =>
    list.filter(({ address }) => {
      const known = seen.has(address.toLowerCase());
      seen.add(address.toLowerCase());
      return !known;
    });
  return { to: fresh(to), cc: fresh(cc), bcc: fresh(bcc) };
}

/** The text of a mail, as its message shows it. */
export const shownText = (html: string): string => shorten(textOf(html));

const shorten = (text: string) =>
  text.length <= limits.messageText
    ? text
    : `${text.slice(0, limits.messageText - 1).replace(/[\ud800-\udbff]$/, "")}…`;

async function begin(
  scope: Scope<AgentActor>,
  context: Context,
  channelId: string,
  body: Written,
): Promise<Ticket> {
  return viewTicket(scope, await beginIn(scope, context, channelId, body));
}

/** Opens a ticket with the mail; an earlier one of the same id is it. Returns its id. */
export async function beginIn(
  scope: Scope<AgentActor>,
  context: Pick<Context, "config">,
  channelId: string,
  body: Written,
): Promise<string> {
  const { channel, departmentId } = await accessBegun(scope, channelId);
  const [first] = body.to;
  const externalId = first?.address.toLowerCase() ?? "";
  const begun = body.messageid && (await findBegun(scope, channelId, externalId, body.messageid));
  if (begun) return begun;
  const known = await findClient({ scope, channel }, externalId);
  const from = { externalId, name: first?.name || externalId, username: null, lang: null };
  const client = known ?? (await makeClient({ scope, channel }, from));
  if (client.blocked_on) throw conflict("conflict", "client_blocked");
  await lockHandler(scope, scope.actor.id, departmentId);
  const id = body.messageid ?? randomUUID();
  const thread = refOf({ name: null, address: channel.external_id }, id);
  const ticket = await openTicket(scope, {
    ...{ channel, departmentId, client, externalId, thread },
    startedBy: scope.actor,
  });
  const appended = await append(scope, context, ticket, { ...body, messageid: id }, "begun");
  await recordMessage(scope, appended.ticket, appended.message, {
    opened: await viewSharedTicket(scope, ticket.id),
  });
  return ticket.id;
}

/** The ticket that an earlier try has opened. Throws when the id belongs to anything else. */
export async function findBegun(
  scope: Scope<AgentActor>,
  channelId: string,
  externalId: string,
  messageId: string,
): Promise<string | null> {
  const row = await scope.db
    .selectFrom("message")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "message.company_id").onRef("ticket.id", "=", "message.ticket_id"),
    )
    .select(["message.ticket_id", "message.agent_id", "ticket.channel_id", "ticket.client_external_id"])
    .where("message.company_id", "=", scope.companyId)
    .where("message.id", "=", messageId)
    .executeTakeFirst();
  if (!row) return null;
  const same =
    row.agent_id === scope.actor.id && row.channel_id === channelId && row.client_external_id === externalId;
  if (!same) throw conflict("conflict", "message_id_taken");
  return row.ticket_id;
}
