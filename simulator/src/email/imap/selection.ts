/**
 * The selected folder with the numbers of one connection. A change counts for the connection once it was sent to it.
 */
import type { Folder, StoredMail } from "../folder.ts";

type Known = { mail: StoredMail; flags: ReadonlySet<string> };

export class Selection {
  readonly folder: Folder;
  readonly readOnly: boolean;
  #known: Known[];

  constructor(folder: Folder, readOnly: boolean) {
    this.folder = folder;
    this.readOnly = readOnly;
    this.#known = folder.mails.map(know);
  }

  /** Numbers start with 1. */
  numbered(): { number: number; mail: StoredMail }[] {
    return this.#known.map(({ mail }, index) => ({ number: index + 1, mail }));
  }

  largest(): { uid: number; number: number } {
    return { uid: this.#known.at(-1)?.mail.uid ?? 0, number: this.#known.length };
  }

  /**
   * The changes unknown to the connection, as untagged answers. Numbers shift with EXPUNGE, so it waits for a command
   * that allows it (RFC 9051 §7.5.1).
   */
  news({ expunged }: { expunged: boolean }): string {
    const present = new Set(this.folder.mails);
    const lines: string[] = [];
    if (expunged) {
      for (let index = this.#known.length - 1; index >= 0; index -= 1) {
        const known = this.#known[index];
        if (!known || present.has(known.mail)) continue;
        this.#known.splice(index, 1);
        lines.push(`* ${index + 1} EXPUNGE\r\n`);
      }
    }
    for (const [index, known] of this.#known.entries()) {
      if (known.flags === known.mail.flags) continue;
      known.flags = known.mail.flags;
      const { uid, flags } = known.mail;
      lines.push(`* ${index + 1} FETCH (UID ${uid} FLAGS (${[...flags].join(" ")}))\r\n`);
    }
    const last = this.largest().uid;
    const added = this.folder.mails.filter(({ uid }) => uid > last);
    this.#known.push(...added.map(know));
    if (added.length > 0) lines.push(`* ${this.#known.length} EXISTS\r\n`);
    return lines.join("");
  }

  /** The connection now knows the flags of each mail. */
  knowFlags(): void {
    for (const known of this.#known) known.flags = known.mail.flags;
  }
}

const know = (mail: StoredMail): Known => ({ mail, flags: mail.flags });
