/** The credentials an account signs in with, sealed in the channel's row. */
import { z } from "zod";

const port = z.number().int().min(1).max(65_535);
/** A host name or an address, without characters that could name several. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.:_-]{1,255}$/);

/** `secure`: TLS from the first byte; otherwise STARTTLS, which only loopback goes without. */
export const server = z.object({
  host,
  port,
  secure: z.boolean(),
  user: z.string().min(1).max(320),
  password: z.string().min(1).max(1000).optional(),
});
export type MailServer = z.infer<typeof server>;

export const credentials = z.object({
  /** Null where mail comes by webhook. */
  imap: server.nullable(),
  smtp: server,
  oauth: z.object({ provider: z.string(), refreshToken: z.string() }).optional(),
  webhookSecret: z.string().optional(),
  /** The account also receives mail to `local+anything@domain`. */
  plus: z.boolean().optional(),
  /** The server accepts such an address as the sender of the envelope, so bounces name their mail. */
  bounceAddress: z.boolean().optional(),
});
export type MailCredentials = z.infer<typeof credentials>;

export const openCredentials = (text: string): MailCredentials => credentials.parse(JSON.parse(text));
