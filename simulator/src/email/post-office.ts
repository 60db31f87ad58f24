/** The mailboxes that the IMAP and SMTP servers share. */
import type { Faults } from "../faults.ts";
import { createMailbox, type Mailbox, type NewMailbox } from "./mailbox.ts";

export class PostOffice {
  readonly faults: Faults;
  readonly now: () => number;
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

  /** By its address, with or without a detail behind `+` (RFC 5233). */
  find(address: string): Mailbox | undefined {
    return this.#mailboxes.get(address.toLowerCase().replace(/\+[^@]*(?=@)/, ""));
  }

  /** Whose password or token it is. */
  signIn(user: string, secret: { password: string } | { token: string }): Mailbox | undefined {
    const mailbox = this.#mailboxes.get(user.toLowerCase());
    const isGood =
      "token" in secret ? mailbox?.tokens.has(secret.token) : mailbox?.password === secret.password;
    return isGood ? mailbox : undefined;
  }
}
