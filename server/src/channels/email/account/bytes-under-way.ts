/** Bounds the bytes of mails that this process reads at once, whatever the number of mailboxes. First come, first served. */
export class BytesUnderWay {
  readonly #most: number;
  #taken = 0;
  #waiting: { bytes: number; admit: () => void }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a mail of this size would not have to wait. */
  hasRoom(bytes: number): boolean {
    return this.#waiting.length === 0 && this.#fits(Math.min(bytes, this.#most));
  }

  /**
   * Resolves, with the function that gives them back, once so many bytes are free; one that is larger than all has them to
   * itself. Rejects when the signal aborts.
   */
  take(wanted: number, signal: AbortSignal): Promise<() => void> {
    const bytes = Math.min(wanted, this.#most);
    const admitted = Promise.withResolvers<() => void>();
    const entry = { bytes, admit: () => admitted.resolve(this.#hold(bytes)) };
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

  #hold(bytes: number): () => void {
    this.#taken += bytes;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#taken -= bytes;
      this.#admitNext();
    };
  }

  #fits(bytes: number): boolean {
    return this.#taken + bytes <= this.#most;
  }

  #admitNext(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      next.admit();
    }
  }
}
