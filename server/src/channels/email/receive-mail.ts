/** Receives a mail: reads it, keeps it in the store, and finds its ticket in one unit of work. */
import { createHash } from "node:crypto";
import { limits } from "@parley/contract/limits";
import type { MailAddress, MailMark, MailReason } from "@parley/contract/mail";
import { languageTagOf } from "@parley/contract/said";
import type { Context } from "../../floor/context.ts";
import { lockName, type Scope } from "../../floor/database/scope.ts";
import { addMentions, insertMail, type MailDraft } from "../../support/messages/mail-rows.ts";
import { contentId, isPurged } from "../../support/messages/purged.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { languageOfCountry } from "../../support/ticket/country-language.ts";
import { receiveDecided } from "../inbound/receive.ts";
import type { Channel, IncomingEvent, IncomingMessage, Sender } from "../seam/adapter.ts";
import type { MailAnswered } from "../seam/module.ts";
import { openCredentials } from "./account/credentials.ts";
import { optionsOf } from "./account/options.ts";
import { receiptOf } from "./bounce.ts";
import { hasRest, travelling } from "./document.ts";
import { findAnswered } from "./find-answered.ts";
import { findOfSender, findThread, idsOf, isKnown } from "./find-thread.ts";
import { parseMail } from "./parse/parse-mail.ts";
import type { AuthenticationResult, ParsedMail } from "./parse/parsed-mail.ts";
import { receiveProbe } from "./probe/receive-probe.ts";
import { readAuthentication } from "./sender/authentication.ts";
import { personOfForm } from "./sender/form.ts";
import type { ReceivedFrom } from "./sender/received.ts";
import { receiverOf } from "./sender/receiver.ts";
import { asksElsewhere } from "./sender/reply-to.ts";
import { ownHeader } from "./smtp/compose.ts";
import { discardMail, insertMailFiles, type StoredMail, storeMail } from "./store-mail.ts";

export type ReceivedMail = {
  raw: Buffer;
  receivedOn: Date;
  /** The account's position once this mail is stored. */
  cursor: object | null;
  /** The server was asked for the mail's beginning alone. */
  large?: boolean;
};

/** Rejects when the database or the store cannot be asked, and never for the mail's content. */
export function receiveMail(
  context: Context,
  channel: Channel,
  { cursor, ...received }: ReceivedMail,
): Promise<void> {
  return withIncoming(context, channel, received, (mail) =>
    receiveDecided(context, channel, { decide: (scope) => decide(scope, mail), cursor }),
  );
}

/** Reads the mail and keeps its bytes for the unit of work, which names them in rows. */
export async function withIncoming<Answer>(
  context: Context,
  channel: Channel,
  { raw, receivedOn, large = false }: Omit<ReceivedMail, "cursor">,
  work: (mail: Incoming) => Promise<Answer>,
): Promise<Answer> {
  const { document, ...parsed } = await parseMail(channel.companyId, raw);
  // No file of a beginning is whole.
  const read = large ? { ...parsed, attachments: [] } : parsed;
  const stored = await storeMail(context, channel.companyId, {
    raw,
    document,
    attachments: read.attachments,
  });
  const mail: Incoming = {
    ...{ context, channel, read, stored, receivedOn },
    authentication: authenticationOf(channel, read),
    ...{ from: senderOf(read), sender: senderOf(read), form: false },
    large: large || read.problems.includes("too_large"),
    hash: createHash("sha256").update(raw).digest("hex"),
    contentHash: contentHashOf(raw, read),
  };
  try {
    return await work(mail);
  } finally {
    await discardMail(context, channel.companyId, stored);
  }
}

export type Incoming = ReceivedFrom & {
  context: Context;
  stored: StoredMail;
  receivedOn: Date;
  large: boolean;
  hash: string;
  contentHash: string;
};

async function decide(scope: Scope, given: Incoming): Promise<IncomingEvent[]> {
  const { channel, read, from } = given;
  await lockAccount(scope, channel);
  if (await receiveProbe(scope, channel, read)) return [];
  if (await isPurgedMail(scope, given)) return [];
  if (isOurs(channel, read, from)) return [];
  const receipt = await receiptOf(given.context, scope, channel, read);
  if (receipt) return receipt;
  const mail = await withWriter(scope, given);
  const { sender } = mail;
  if (await isBlocked(scope, channel, [from.address, sender.address])) return [];
  const automatic = isAutomatic(mail);
  const answered = await findAnswered(scope, mail);
  if (answered) return [await answerOf(scope, mail, answered, automatic)];
  const thread = await findThread(scope, mail);
  const ofSender = thread ? null : await findOfSender(scope, mail, automatic);
  const found = thread ?? ofSender;
  const known = !found || (await isKnown(scope, found.ticket, sender.address));
  const marks = marksOf(mail, {
    ...{ automatic, known, storm: ofSender?.storm === true },
    elsewhere: await asksElsewhere(scope, mail, found?.ticket ?? null),
  });
  return [await messageOf(scope, mail, { found, marks, quiet: automatic, known })];
}

/** The person whom a form's mail names counts as the writer. */
export async function withWriter(scope: Scope, mail: Incoming): Promise<Incoming> {
  const person = await personOfForm(scope, mail);
  return person ? { ...mail, sender: person, form: true } : mail;
}

/** A form's mail was written by a person. */
export const isAutomatic = ({ read, form }: Incoming): boolean =>
  !form && (read.automatic !== null || read.bounce !== null);

/** True for a mail whose ticket was deleted and removed: a mailbox that is read anew does not bring it back. */
export const isPurgedMail = (scope: Scope, { channel, contentHash }: Incoming): Promise<boolean> =>
  isPurged(scope, channel.id, [contentId(contentHash)]);

/** Serialises an account's mails: two of one conversation must not each find none. */
export const lockAccount = (scope: Scope, { id }: Pick<Channel, "id">): Promise<void> =>
  lockName(scope, `mail ${id}`);

export const isOurs = ({ externalId }: Channel, { headers }: ParsedMail, { address }: MailAddress): boolean =>
  address === externalId && headers.some(({ name }) => name === ownHeader);

/** A blocked client's mail is dropped and counted, in another's conversation, too. */
async function isBlocked(scope: Scope, channel: Channel, addresses: string[]): Promise<boolean> {
  const blocked = await scope.db
    .updateTable("client")
    .from("client_identity as identity")
    .set((eb) => ({ blocked_messages: eb("client.blocked_messages", "+", 1) }))
    .whereRef("identity.company_id", "=", "client.company_id")
    .whereRef("identity.client_id", "=", "client.id")
    .where("client.company_id", "=", scope.companyId)
    .where("identity.channel_id", "=", channel.id)
    .where("identity.external_id", "in", addresses)
    .where("client.blocked_on", "is not", null)
    .returning("client.id")
    .executeTakeFirst();
  return blocked !== undefined;
}

type Facts = { automatic: boolean; known: boolean; storm: boolean; elsewhere: boolean };

export function marksOf(
  { read, large, authentication, form }: Incoming,
  { automatic, known, storm, elsewhere }: Facts,
): MailMark[] {
  const headerOnly = large && read.text === "" && read.html === null;
  const held: [MailMark, boolean][] = [
    ["unknown_sender", !known],
    ["unverified", authentication === "fail" || form],
    ["form", form],
    ["reply_to_unproved", elsewhere],
    ["automatic", automatic],
    ["list", read.automatic === "list"],
    ["large", !headerOnly && (large || read.text.length > limits.messageText)],
    ["header_only", headerOnly],
    ["storm", storm],
    ["bounce", read.bounce !== null],
  ];
  return held.flatMap(([mark, holds]) => (holds ? [mark] : []));
}

type Decided = {
  found: { ticket: Pick<TicketRow, "thread" | "client_external_id">; why: MailReason } | null;
  marks: MailMark[];
  quiet: boolean;
  known: boolean;
  /** The addressees do not become participants. */
  alone?: boolean;
};

/** The channel is the account whose conversation the mail answers. */
async function answerOf(
  scope: Scope,
  mail: Incoming,
  { channel, thread, from, by }: MailAnswered,
  automatic: boolean,
): Promise<IncomingMessage> {
  const marks = marksOf(mail, { automatic, known: true, storm: false, elsewhere: false });
  const ticket = { thread, client_external_id: mail.sender.address };
  const message = await messageOf(scope, mail, {
    ...{ found: { ticket, why: by }, marks, quiet: automatic, known: true, alone: true },
  });
  const names = mail.read.attachments.map(({ name }) => name).join(", ");
  return {
    ...{ ...message, channel, from },
    externalId: uuidOf(`${mail.channel.id} ${message.externalId}`),
    content: message.content || names,
  };
}

/** A pass of DMARC proves the address in From; a form names any address. */
const proved = (person: Sender, { sender, authentication, form }: Incoming): Sender =>
  authentication === "pass" && !form
    ? { ...person, proofs: [{ kind: "address", value: sender.address }] }
    : person;

/** A UUID that is always the same for the same mail, since ids of a visitor's messages are UUIDs (RFC 9562 §5.8). */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

export async function messageOf(scope: Scope, mail: Incoming, decided: Decided): Promise<IncomingMessage> {
  const { channel, read, sender, receivedOn } = mail;
  const { found, quiet, known } = decided;
  const externalId = await externalIdOf(scope, mail);
  const client = found?.ticket.client_external_id ?? sender.address;
  const person: Sender = personOf(sender, sender.address, languageOfMail(read, sender));
  return {
    kind: "message",
    externalId,
    from:
      client === sender.address ? proved(person, mail) : personOf({ name: null, address: client }, client),
    ...(client !== sender.address && { author: { ...person, known } }),
    thread: found?.ticket.thread ?? externalId,
    sentOn: read.sentOn ?? receivedOn,
    type: "text",
    content: textOf(read),
    ...{ caption: null, media: null, album: null, replyToExternalId: null, quiet },
    async writeMail(within, ticket, message) {
      const rows = await insertMailFiles(within, mail.context, ticket, mail.stored);
      const quotedId = await quotedIn(within, mail, ticket);
      const author = client === sender.address ? null : mail.from;
      // An older mail that is imported may be one that this account sent.
      const written = message.is_agent ? {} : { author };
      const draft = { ...draftOf(mail, decided, externalId), ...rows, quotedId, ...written };
      await insertMail(within, ticket, message.id, draft);
      const place = { id: ticket.id, channel_id: channel.id };
      // A forged mail must not claim ids for a later conversation.
      const mentioned = mail.authentication === "fail" ? [] : idsOf(read).slice(0, mostMentions);
      await addMentions(within, place, mentioned);
    },
  };
}

/** The mail of this ticket whose text stands below the answer to it. */
async function quotedIn(
  scope: Scope,
  { channel, read }: Incoming,
  ticket: Pick<TicketRow, "id">,
): Promise<string | null> {
  const [nearest] = idsOf(read);
  if (!read.quotes || nearest === undefined) return null;
  const row = await scope.db
    .selectFrom("mail_reference")
    .select("message_id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("message_ref", "in", [nearest, nearest.toLowerCase()])
    .where("ticket_id", "=", ticket.id)
    .where("message_id", "is not", null)
    .executeTakeFirst();
  return row?.message_id ?? null;
}

const mostMentions = 20;

function draftOf(
  { channel, read, from, contentHash }: Incoming,
  { found, marks, known, alone = false }: Decided,
  ref: string,
): MailDraft {
  const others = [...read.to, ...read.cc].filter(({ address }) => !isAccount(channel, address));
  return {
    ref: read.messageId ?? ref,
    references: read.references.slice(-mostMentions),
    subject: read.subject,
    sender: from,
    to: read.to,
    cc: read.cc,
    replyTo: read.replyTo,
    html: travelling(read),
    rest: hasRest(read, limits.messageText),
    ...{ why: found?.why ?? { kind: "new" }, contentHash },
    marks,
    // An unknown sender adds no participant.
    people: known && !alone && !marks.includes("unverified") ? others : [],
  };
}

/** True for the account's address, with or without a plus. */
function isAccount({ externalId }: Channel, address: string): boolean {
  const [local, domain] = externalId.split("@");
  const given = address.toLowerCase();
  return given === externalId || (given.startsWith(`${local}+`) && given.endsWith(`@${domain}`));
}

const longestName = 200;
const personOf = (
  { name, address }: MailAddress,
  externalId: string,
  lang: string | null = null,
): Sender => ({
  externalId,
  name: (name?.trim() || address).slice(0, longestName),
  username: null,
  lang,
});

/** The language that the mail program states (RFC 3282), else that of the address's country. */
function languageOfMail({ headers }: ParsedMail, { address }: MailAddress): string | null {
  const header = headers.find(({ name }) => name === "content-language")?.value;
  const tag = languageTagOf(header?.split(",")[0] ?? "");
  return tag ?? languageOfCountry(address.slice(address.lastIndexOf(".") + 1));
}

const authenticationOf = (channel: Channel, read: ParsedMail): AuthenticationResult =>
  readAuthentication(
    read.headers,
    senderOf(read).address,
    receiverOf(openCredentials(channel.credentials), optionsOf(channel)),
  );

/** A mail without a sender still gets a conversation. */
function senderOf({ from, sender, replyTo }: ParsedMail): MailAddress {
  const given = from ?? sender ?? replyTo[0] ?? { name: null, address: "unknown@invalid" };
  return { name: given.name, address: given.address.toLowerCase() };
}

function textOf({ text, subject, attachments }: ParsedMail): string {
  const shown = text || (attachments.length === 0 ? subject : "");
  if (shown.length <= limits.messageText) return shown;
  return `${shown.slice(0, limits.messageText - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A hash over subject, date and body: servers add headers in transit, different in each copy. */
function contentHashOf(raw: Buffer, { headers }: ParsedMail): string {
  const hash = createHash("sha256");
  for (const wanted of ["subject", "date"])
    hash.update(`${headers.find(({ name }) => name === wanted)?.value ?? ""}\0`);
  const ends = [raw.indexOf("\r\n\r\n"), raw.indexOf("\n\n")].filter((at) => at >= 0);
  return hash.update(raw.subarray(Math.min(raw.length, ...ends))).digest("hex");
}

/**
 * The Message-ID. Without one, a hash of the content stands for it; also where the id exists already with another
 * sender or content, since some machines give every mail the same id. A mailing list's copy counts as the mail itself.
 */
async function externalIdOf(scope: Scope, mail: Incoming): Promise<string> {
  const { channel, read, sender, hash, contentHash } = mail;
  if (!read.messageId) return `<${hash}@content>`;
  const known = await scope.db
    .selectFrom("message")
    .leftJoin("message_mail as mail", (join) =>
      join.onRef("mail.company_id", "=", "message.company_id").onRef("mail.message_id", "=", "message.id"),
    )
    .select(["message.author", "message.created_on", "mail.content_hash", "mail.marks"])
    .where("message.company_id", "=", scope.companyId)
    .where("message.channel_id", "=", channel.id)
    .where("message.external_id", "=", read.messageId)
    .executeTakeFirst();
  if (!known) return read.messageId;
  if (known.author !== sender.address) return `<${hash}@content>`;
  const isCopy = read.automatic === "list" || known.marks?.includes("list");
  const isSame = known.content_hash
    ? known.content_hash === contentHash
    : isFromBefore(mail, known.created_on);
  return isCopy || isSame ? read.messageId : contentId(contentHash);
}

/** True for a mail stored without a hash: a repeat was written before it was stored. */
const isFromBefore = ({ read }: Incoming, storedOn: Date): boolean =>
  !read.sentOn || read.sentOn.getTime() <= storedOn.getTime() + 3_600_000;
