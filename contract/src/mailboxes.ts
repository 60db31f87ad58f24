/** A mailbox as its administrator sees it, and how the desk signs in to it. */
import { z } from "zod";
import { importPeriods } from "./import-periods.ts";
import { timestamp, uuid } from "./values.ts";

export const mailboxAfterwards = ["leave", "seen", "delete"] as const;
/** The step at which reading a mail failed: at the server, while storing, or because the process ended. */
export const mailFailures = ["fetch", "store", "crash"] as const;
export const mailTests = ["test", "reply", "bounce"] as const;
export type TestKind = (typeof mailTests)[number];
export const mailSignInProviders = ["google", "microsoft"] as const;

const server = z.object({ host: z.string(), port: z.number().int(), secure: z.boolean(), user: z.string() });

const plusUse = z.object({
  used: z.boolean(),
  tested: z.enum(["waiting", "returned", "failed"]).nullable(),
});

export const mailImport = z.object({
  state: z.enum(["running", "done", "cancelled"]),
  days: z.number().int(),
  folders: z.array(z.string()),
  /** The number of mails found; null until the folders were searched. */
  found: z.number().int().nullable(),
  taken: z.number().int(),
  /** Mails that were already here, our own, or of a blocked client. */
  skipped: z.number().int(),
  /** Mails that could not be read. */
  unread: z.number().int(),
  started_on: timestamp,
  ended_on: timestamp.nullable(),
});
export type MailImport = z.infer<typeof mailImport>;

/** Imports the mails of the last days. Their tickets are closed unless they are left open. */
export const beginMailImport = z.object({
  days: z.union(importPeriods.map((days) => z.literal(days))),
  folders: z.array(z.string().min(1).max(1000)).min(1).max(10),
  leaves_open: z.boolean().default(false),
});

export const mailbox = z.object({
  channelid: uuid,
  address: z.string(),
  /** The IMAP server; null where mail comes by webhook. */
  imap: server.nullable(),
  smtp: server,
  sign_in: z.enum(["password", ...mailSignInProviders]),
  webhook_address: z.string().nullable(),
  /** The folders that the desk reads. */
  folders: z.array(z.string()),
  /** The choice of what happens to a mail at the server once it is here. */
  afterwards: z.enum(mailboxAfterwards),
  dkim_selector: z.string().nullable(),
  /** The DKIM domain that signed our own test mail when it came back; it is used where there is one. */
  dkim_found: z.string().nullable(),
  /** The name under which the mailbox's own server writes its checks of a sender; null when not set. */
  authserv_id: z.string().nullable(),
  /**
   * Signed addresses with a plus: `reply` for answers, `bounce` for reports of undelivered mail. `tested`: the last
   * mail to such an address.
   */
  addresses: z.object({ reply: plusUse, bounce: plusUse }),
  /** The time of the last poll of the folders. */
  looked_on: timestamp.nullable(),
  /** The server announces new mail at once; null until the first connection. */
  idle: z.boolean().nullable(),
  /** Mails that could not be read after three tries. With `retry_on` null only `retryMails` tries again. */
  unread: z.array(
    z.object({
      folder: z.string(),
      uid: z.number().int(),
      tries: z.number().int(),
      at: z.enum(mailFailures),
      retry_on: timestamp.nullable(),
    }),
  ),
  /** The last import of older mail. */
  import: mailImport.nullable(),
  /** Mails that other servers reported undelivered since midnight, in the company's zone. */
  bounced: z.number().int().nonnegative(),
  /** The records that the domain publishes; null where the name server does not answer. */
  domain: z.object({
    name: z.string(),
    spf: z.boolean().nullable(),
    dkim: z.boolean().nullable(),
    dmarc: z.boolean().nullable(),
  }),
});
export type Mailbox = z.infer<typeof mailbox>;

export const mailboxFolders = z.array(
  z.object({
    path: z.string(),
    use: z.enum(["inbox", "sent", "junk", "trash", "drafts", "archive"]).nullable(),
  }),
);
export type MailboxFolder = z.infer<typeof mailboxFolders>[number];

export const changeMailbox = z.object({
  folders: z.array(z.string().min(1).max(1000)).min(1).max(10).optional(),
  afterwards: z.enum(mailboxAfterwards).optional(),
  dkim_selector: z
    .string()
    .trim()
    .regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i)
    .nullable()
    .optional(),
  authserv_id: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/)
    .nullable()
    .optional(),
  reply_address: z.boolean().optional(),
  bounce_address: z.boolean().optional(),
});

/** The desk sends a mail to such an address; once it has come back the address is used. */
export const testMailAddress = z.object({ address: z.enum(["reply", "bounce"]) });

export const mailSignIns = z.array(
  z.object({
    provider: z.enum(mailSignInProviders),
    name: z.string(),
    /** Settings of the installation that signing in needs and that are missing. */
    missing: z.array(z.string()),
  }),
);
export type MailSignIn = z.infer<typeof mailSignIns>[number];

export const beginMailSignIn = z.object({
  provider: z.enum(mailSignInProviders),
  name: z.string().trim().min(1).max(200),
  departmentid: uuid.nullish(),
});

/** The provider's page of consent. */
export const begunMailSignIn = z.object({ url: z.string() });
