/**
 * Shares the time of this process between companies. A piece that a server sent waits for a turn of its company before it is
 * parsed, and its socket is not read meanwhile. Of the companies that wait, the one that used the least time goes first.
 */
import { setImmediate as pause } from "node:timers/promises";

/** Milliseconds after which others go on beside a piece: imapflow pauses where a server asks it to wait. */
const longestTurn = 20;

/** Parses one piece, and calls `parsed` at its end. */
export type Parse = (parsed: () => void) => void;

export class Turns {
  readonly #now: () => number;
  readonly #waiting = new Map<string, Parse[]>();
  /** Milliseconds, of each company since nobody waited last. */
  readonly #used = new Map<string, number>();
  /** The use that a company begins with: nobody saves time up. */
  #least = 0;
  #running = false;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Begins at once where nobody waits. */
  enqueue(company: string, parse: Parse): void {
    const queue = this.#waiting.get(company);
    if (queue) queue.push(parse);
    else {
      this.#waiting.set(company, [parse]);
      this.#used.set(company, Math.max(this.#least, this.#used.get(company) ?? 0));
    }
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const { company, parse } = next;
      const begun = this.#now();
      let isParsed = false;
      parse(() => {
        isParsed = true;
      });
      do await pause();
      while (!isParsed && this.#now() - begun < longestTurn);
      this.#used.set(company, this.#usedBy(company) + this.#now() - begun);
    }
    this.#used.clear();
    this.#least = 0;
    this.#running = false;
  }

  #next(): { company: string; parse: Parse } | null {
    const [company] = [...this.#waiting.keys()].sort((one, other) => this.#usedBy(one) - this.#usedBy(other));
    if (company === undefined) return null;
    this.#least = this.#usedBy(company);
    const [parse, ...others] = this.#waiting.get(company) ?? [];
    if (others.length > 0) this.#waiting.set(company, others);
    else this.#waiting.delete(company);
    return parse ? { company, parse } : null;
  }

  #usedBy(company: string): number {
    return this.#used.get(company) ?? 0;
  }
}
