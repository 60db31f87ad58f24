/**
 * Bounds the bytes of mails that this process holds at once, whatever the number of mailboxes, with a share for each company: one
 * company's mails never hold all, and those of the company that holds the least go first.
 */
type Waiting = { company: string; bytes: number; admit: () => void };

export class BytesUnderWay {
  readonly #most: number;
  readonly #share: number;
  #inUse = 0;
  readonly #held = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(most: number, share = most) {
    this.#most = most;
    this.#share = share;
  }

  /** True if a mail of this size would not have to wait. */
  hasRoom(company: string, bytes: number): boolean {
    return !this.#waiting.some((one) => one.company === company) && this.#next({ company, bytes }) === null;
  }

  /**
   * Resolves once so many bytes are free, with the function that gives them back; a mail larger than a share is
   * admitted when its company holds nothing else. Rejects when the signal aborts.
   */
  acquire(company: string, wanted: number, signal: AbortSignal): Promise<() => void> {
    const bytes = Math.min(wanted, this.#most);
    const admitted = Promise.withResolvers<() => void>();
    const entry = { company, bytes, admit: () => admitted.resolve(this.#hold(company, bytes)) };
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== entry);
      admitted.reject(signal.reason);
      this.#admitNext();
    };
    if (signal.aborted) leave();
    else {
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(entry);
      this.#admitNext();
    }
    return admitted.promise.finally(() => signal.removeEventListener("abort", leave));
  }

  #hold(company: string, bytes: number): () => void {
    this.#add(company, bytes);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#add(company, -bytes);
      this.#admitNext();
    };
  }

  #add(company: string, bytes: number): void {
    this.#inUse += bytes;
    const held = this.#heldBy(company) + bytes;
    if (held === 0) this.#held.delete(company);
    else this.#held.set(company, held);
  }

  #heldBy(company: string): number {
    return this.#held.get(company) ?? 0;
  }

  /** Returns what the mail waits for: its company's share or the room of all; null when it need not wait. */
  #next({ company, bytes }: Pick<Waiting, "company" | "bytes">): "share" | "all" | null {
    const held = this.#heldBy(company);
    if (held > 0 && held + bytes > this.#share) return "share";
    return this.#inUse + bytes > this.#most ? "all" : null;
  }

  /** Small mails of other companies do not overtake a large mail that waits for the rest to end. */
  #admitNext(): void {
    for (;;) {
      const within = this.#waiting.filter((one, at) => this.#isFirst(one, at) && this.#next(one) !== "share");
      const [next] = within.sort((one, other) => this.#heldBy(one.company) - this.#heldBy(other.company));
      if (!next || this.#next(next) !== null) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.admit();
    }
  }

  /** True if no earlier mail of its company waits. */
  #isFirst({ company }: Waiting, at: number): boolean {
    return this.#waiting.findIndex((one) => one.company === company) === at;
  }
}
