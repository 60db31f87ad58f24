/** The parts of a mail beyond its text, and the bodies of the calls that write one. */
import { z } from "zod";
import { leaves, textMacro } from "./leaving.ts";
import { timestamp, uuid } from "./values.ts";

export const mailLimits = {
  /** Addresses of one mail: To, Cc and Bcc together. */
  recipients: 50,
  /** RFC 5322 limits a line to 998 characters. */
  subject: 998,
  /** An agent's HTML, in UTF-16 units. */
  html: 200_000,
  /** HTML up to this length travels with the message; longer HTML is in the frame only. */
  shownHtml: 16 * 1024,
  files: 50,
  /** RFC 5321: 64 before the @, 255 after it. */
  address: 320,
} as const;

export const mailAddress = z.object({ name: z.string().nullable(), address: z.string() });
export type MailAddress = z.infer<typeof mailAddress>;

/** The reason why a mail is in its ticket. `of`: the address, Message-ID or number by which it was found. */
export const mailReason = z.object({
  kind: z.enum(["address", "reference", "number", "new", "same_sender", "begun"]),
  of: z.string().optional(),
});
export type MailReason = z.infer<typeof mailReason>;

/**
 * `unverified`: DMARC failed. `reply_to_unproved`: answers go to the sender, since nothing proves that the address in
 * Reply-To is theirs. `form`: a website's form sent it for the person in Reply-To. `storm`: one of many from a sender,
 * kept in one ticket.
 */
export const mailMark = z.enum([
  "unknown_sender",
  "unverified",
  "reply_to_unproved",
  "form",
  "automatic",
  "list",
  "large",
  "storm",
  "bounce",
  "header_only",
  "imported",
]);
export type MailMark = z.infer<typeof mailMark>;

export const mail = z.object({
  subject: z.string(),
  from: mailAddress,
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  /** Only mails that the desk sent have Bcc. */
  bcc: z.array(mailAddress),
  reply_to: z.array(mailAddress),
  /** The HTML, sanitised and without quotes; null when there is none, or when only the frame has it. */
  html: z.string().nullable(),
  /** The mail's layout holds more than its text: emphasis, lists, tables, pictures, links with their own words. */
  formatted: z.boolean(),
  /** The frame shows more: quotes, a signature, or the remainder of a long text. */
  rest: z.boolean(),
  /** The writer and the time of the mail of this ticket that it quotes. */
  quotes: z.object({ name: z.string(), on: timestamp }).nullable(),
  why: mailReason,
  marks: z.array(mailMark),
});
export type Mail = z.infer<typeof mail>;

export const messageFile = z.object({
  fileid: uuid,
  name: z.string(),
  /** The size in bytes; null until known. */
  size: z.number().int().nullable(),
  type: z.string().nullable(),
  /** Signed, expiring addresses below the file origin. */
  path: z.string().nullable(),
  imageUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** The file is a picture within the mail's HTML. */
  inline: z.boolean(),
  /** `waiting`: for room in the company's storage. */
  state: z.enum(["arriving", "waiting", "ready", "too_large", "failed"]),
});
export type MessageFile = z.infer<typeof messageFile>;

/** One address; a line break in it would begin a header of its own. */
const givenAddress = z.object({
  name: z
    .string()
    .trim()
    .max(200)
    .regex(/^[^\p{Cc}]*$/u)
    .nullable()
    .default(null),
  address: z
    .string()
    .trim()
    .max(mailLimits.address)
    .regex(/^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,255}$/u),
});
const givenList = z.array(givenAddress).max(mailLimits.recipients);
const givenAddresses = givenList.default([]);
const writtenMail = z.object({
  subject: z
    .string()
    .trim()
    .max(mailLimits.subject)
    .regex(/^[^\p{Cc}]*$/u),
  html: z.string().max(mailLimits.html),
  cc: givenAddresses,
  bcc: givenAddresses,
  /** Ids answered by POST /mail-files. A picture within the HTML is named by `<img src="cid:FILEID">`. */
  fileids: z.array(uuid).max(mailLimits.files).default([]),
  messageid: uuid.optional(),
});

const isWithin = ({ to = [], cc, bcc }: { to?: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] }) =>
  to.length + cc.length + bcc.length <= mailLimits.recipients;

const isToSomebody = ({ to, cc, bcc }: { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] }) =>
  to.length + cc.length + bcc.length > 0;

const mailInTicket = writtenMail.extend({
  ticketid: uuid,
  to: givenAddresses,
  seenSeq: z.number().int().nonnegative().optional(),
  /** The mail of this ticket that is answered or forwarded; when omitted, the last that came. */
  aboutid: uuid.optional(),
  /** The answered mail goes along below the text if its sender and every addressee belong to the conversation. */
  quoted: z.boolean().default(true),
  /** The mail goes along to every addressee, and `fileids` may name its files. */
  forward: z.boolean().default(false),
});

export const sendMail = mailInTicket
  .refine(isWithin, { path: ["to"], error: "too many addresses" })
  .refine(isToSomebody, { path: ["to"], error: "no address" });
export type SendMail = z.input<typeof sendMail>;

/** `seenSeq` is compared as in `/send-mail`, now and when the mail leaves. */
export const scheduleMail = mailInTicket
  .extend({ messageid: uuid, leaves, macro: textMacro.optional() })
  .refine(isWithin, { path: ["to"], error: "too many addresses" })
  .refine(isToSomebody, { path: ["to"], error: "no address" });
export type ScheduleMail = z.input<typeof scheduleMail>;

/** A mail that has not left, as its row keeps it. */
export type KeptMail = Omit<z.output<typeof sendMail>, "ticketid" | "seenSeq" | "messageid">;

/** The mail of POST /start-conversation. `to` takes the place of the call's single address; its first is the client's. */
export const firstMail = writtenMail
  .extend({ to: givenAddresses })
  .refine(isWithin, { path: ["to"], error: "too many addresses" });

/** Its ticket is opened when it leaves. The conversation is with the first of `mail.to`. */
export const scheduleFirstMail = z.object({
  channelid: uuid,
  mail: writtenMail
    .extend({ to: givenList.min(1), messageid: uuid })
    .refine(isWithin, { path: ["to"], error: "too many addresses" }),
  leaves,
});
export type ScheduleFirstMail = z.input<typeof scheduleFirstMail>;

/**
 * The text field beside `file` in the body of POST /mail-files: the ticket or channel in which the mail will be
 * written.
 */
export const mailFileForm = z
  .object({ ticketid: uuid.optional(), channelid: uuid.optional() })
  .refine(({ ticketid, channelid }) => (ticketid === undefined) !== (channelid === undefined), {
    error: "ticketid or channelid",
  });

export const mailFile = messageFile.pick({ fileid: true, name: true, size: true, type: true, path: true });
export type MailFile = z.infer<typeof mailFile>;

const flag = z.enum(["0", "1"]).default("0");
/**
 * `pictures`: remote ones are shown too. `rest`: quotes and signature are shown. `theme`: the theme around the frame.
 */
export const mailFrameQuery = z.object({
  pictures: flag,
  rest: flag,
  theme: z.enum(["dark", "light"]).default("light"),
});
