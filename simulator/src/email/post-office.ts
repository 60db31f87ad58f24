/** The mailboxes that the IMAP and SMTP servers share. */
import type { Faults } from "../faults.ts";
import type { StoredMail } from "./folder.ts";
import { accessFolder, createMailbox, type Mailbox, type NewMailbox } from "./mailbox.ts";

/** A mail that the owner of a mailbox submits, with its envelope. The null sender is an empty address. */
export type Submission = { mailbox: Mailbox; from: string; to: string[]; raw: Buffer };

export class PostOffice {
  readonly faults: Faults;
  readonly now: () => number;
  /** Called when the owner has received a new mail. */
  received: (mail: StoredMail) => void = () => undefined;
  /** Called when a mail was submitted, whatever its outcome. */
  asked: (submission: Submission) => void = () => undefined;
  /** Delivers a submission to its recipients. Without it only mailboxes of this office get it. */
  deliver: ((submission: Submission) => Promise<void>) | undefined;
  #mailboxes = new Map<string, Mailbox>();

  constructor(faults: Faults, now: () => number) {
    this.faults = faults;
    this.now = now;
  }

  mailboxes(): Mailbox[] {
    return [...this.#mailboxes.values()];
  }

  create(wanted: NewMailbox): Mailbox {
    if (this.find(wanted.address)) throw new Error(`There is a mailbox ${wanted.address} already`);
    const mailbox = createMailbox(wanted, this.now);
    this.#mailboxes.set(mailbox.address, mailbox);
    return mailbox;
  }

  /** Finds by address, with or without a detail behind `+` (RFC 5233). */
  find(address: string): Mailbox | undefined {
    return this.#mailboxes.get(address.toLowerCase().replace(/\+[^@]*(?=@)/, ""));
  }

  async submit(submission: Submission): Promise<void> {
    const { mailbox, raw, to } = submission;
    if (mailbox.filesSent) accessFolder(mailbox, "Sent").append(raw, { flags: ["\\Seen"] });
    if (this.deliver) return this.deliver(submission);
    for (const address of to) {
      const recipient = this.find(address);
      if (recipient) accessFolder(recipient, "INBOX").append(raw);
    }
  }

  /** The mailbox of a password or token. */
  signIn(user: string, secret: { password: string } | { token: string }): Mailbox | undefined {
    const mailbox = this.#mailboxes.get(user.toLowerCase());
    const isGood =
      "token" in secret ? mailbox?.tokens.has(secret.token) : mailbox?.password === secret.password;
    return isGood ? mailbox : undefined;
  }
}
