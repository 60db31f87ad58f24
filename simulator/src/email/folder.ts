/** One folder of a mailbox. UIDs only grow until the folder is renumbered (RFC 9051 §2.3.1.1). */
export type StoredMail = {
  readonly uid: number;
  readonly raw: Buffer;
  readonly receivedOn: Date;
  flags: ReadonlySet<string>;
};

export type FolderEvent = "changed" | "renumbered";

export class Folder {
  readonly path: string;
  /** The folder's SPECIAL-USE attribute. */
  readonly use: string | null;
  uidValidity: number;
  uidNext = 1;
  #mails: StoredMail[] = [];
  #listeners = new Set<(event: FolderEvent) => void>();
  #now: () => number;

  constructor(path: string, use: string | null, now: () => number) {
    this.path = path;
    this.use = use;
    this.#now = now;
    this.uidValidity = Math.floor(now() / 1000);
  }

  /** The mails in the order of their UIDs. */
  get mails(): readonly StoredMail[] {
    return this.#mails;
  }

  append(raw: Buffer | string, options: { flags?: Iterable<string>; receivedOn?: Date } = {}): StoredMail {
    const mail = this.#add(
      Buffer.from(raw),
      options.receivedOn ?? new Date(this.#now()),
      new Set(options.flags),
    );
    this.#publish("changed");
    return mail;
  }

  setFlags(mail: StoredMail, flags: ReadonlySet<string>): void {
    mail.flags = flags;
    this.#publish("changed");
  }

  remove(mails: readonly StoredMail[]): void {
    const gone = new Set(mails);
    this.#mails = this.#mails.filter((mail) => !gone.has(mail));
    this.#publish("changed");
  }

  /** Sets a new UIDVALIDITY: the same mails, or the given ones, get other UIDs. */
  renumber(mails: readonly StoredMail[] = this.#mails, uidNext = 1): void {
    this.uidValidity += 1;
    this.uidNext = uidNext;
    this.#mails = [];
    for (const { raw, receivedOn, flags } of mails) this.#add(raw, receivedOn, flags);
    this.#publish("renumbered");
  }

  listen(listener: (event: FolderEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(raw: Buffer, receivedOn: Date, flags: ReadonlySet<string>): StoredMail {
    const mail = { uid: this.uidNext, raw, receivedOn, flags };
    this.uidNext += 1;
    this.#mails.push(mail);
    return mail;
  }

  #publish(event: FolderEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
