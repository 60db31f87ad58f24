/** An administrator's choices of how a mailbox is read, in the channel's row. */
import { z } from "zod";

export const mailboxOptions = z.object({
  /** The server announces new mails of the first folder. */
  folders: z.array(z.string().min(1).max(1000)).min(1).max(10).default(["INBOX"]),
  /** The server's copy of a read mail is left as it is, marked as read, or deleted. */
  afterwards: z.enum(["leave", "seen", "delete"]).default("leave"),
  /** The DKIM selector: names the key that our mails are signed with (RFC 6376 §3.1). */
  dkimSelector: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i)
    .nullable()
    .default(null),
  /** The selector that was found in a mail of ours that came back. */
  dkimFound: z.string().nullable().default(null),
  /**
   * The account also receives mail to `local+anything@domain`, so answers come to a signed address. Null: as the
   * credentials say.
   */
  plus: z.boolean().nullable().default(null),
  /** The server accepts such an address as the sender of the envelope, so bounces name their mail. */
  bounceAddress: z.boolean().nullable().default(null),
  /**
   * The name under which the mailbox's own server writes Authentication-Results; it removes others' under that name.
   */
  authservId: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/)
    .nullable()
    .default(null),
  /** The last requested import of older mail. */
  importId: z.string().nullable().default(null),
  /** The time at which an administrator last asked for another try of the mails set aside. */
  retryAsked: z.string().nullable().default(null),
});
export type MailboxOptions = z.infer<typeof mailboxOptions>;

export const optionsOf = ({ options }: { options?: unknown }): MailboxOptions =>
  mailboxOptions.safeParse(options ?? {}).data ?? mailboxOptions.parse({});
