/** How much time of a resource each company used lately: what it used is forgotten at a steady rate. */
export type Use = {
  /** Milliseconds beyond which a company used much. As many are forgotten in a minute. */
  little: number;
};

const minute = 60_000;
/** A company that stops is one that used little after so many minutes at most. */
const mostMinutes = 10;

export class RecentUse {
  readonly #little: number;
  readonly #used = new Map<string, { milliseconds: number; on: number }>();

  constructor({ little }: Use) {
    this.#little = little;
  }

  add(companyId: string, milliseconds: number): void {
    const on = performance.now();
    for (const other of this.#used.keys()) if (this.#usedBy(other) === 0) this.#used.delete(other);
    const used = Math.min(this.#usedBy(companyId) + milliseconds, mostMinutes * this.#little);
    this.#used.set(companyId, { milliseconds: used, on });
  }

  isMuch(companyId: string): boolean {
    return this.#usedBy(companyId) > this.#little;
  }

  #usedBy(companyId: string): number {
    const used = this.#used.get(companyId);
    if (!used) return 0;
    return Math.max(0, used.milliseconds - ((performance.now() - used.on) * this.#little) / minute);
  }
}
