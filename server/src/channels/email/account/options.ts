/** What an administrator chose of how a mailbox is read, in the channel's row. */
import { z } from "zod";

export const mailboxOptions = z.object({
  /** The first is the one whose new mails are announced. */
  folders: z.array(z.string().min(1).max(1000)).min(1).max(10).default(["INBOX"]),
  /** After a mail was read: left as it is, marked as read, or deleted. */
  afterwards: z.enum(["leave", "seen", "delete"]).default("leave"),
  /** Names the key that our mails are signed with (RFC 6376 §3.1). */
  dkimSelector: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i)
    .nullable()
    .default(null),
  /** The same, found in a mail of ours that came back. */
  dkimFound: z.string().nullable().default(null),
  /** The account gets mail to `local+anything@domain` too, so answers come to a signed address. Null: as the credentials say. */
  plus: z.boolean().nullable().default(null),
  /** The server takes such an address as the sender of the envelope, so bounces name their mail. */
  bounceAddress: z.boolean().nullable().default(null),
  /** The name under which the mailbox's own server writes Authentication-Results; it lets none through under that name. */
  authservId: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/)
    .nullable()
    .default(null),
  /** The import of older mail that was asked for last. */
  importId: z.string().nullable().default(null),
  /** When an administrator asked for another try of the mails set aside. */
  retryAsked: z.string().nullable().default(null),
});
export type MailboxOptions = z.infer<typeof mailboxOptions>;

export const optionsOf = ({ options }: { options?: unknown }): MailboxOptions =>
  mailboxOptions.safeParse(options ?? {}).data ?? mailboxOptions.parse({});
