const deepest = 10;

/** The lists that are open at a position in the HTML, and the beginning of a line there. */
export class Lists {
  /** The number of the next item; null for a list without numbers. */
  #open: (number | null)[] = [];
  #marker: string | null = null;

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(first: number | null): void {
    this.#open.push(first);
  }

  close(): void {
    this.#open.pop();
    this.#marker = null;
  }

  item(given: number | null): void {
    const number = this.#open.at(-1) ?? null;
    const own = number === null ? null : (given ?? number);
    if (own !== null) this.#open[this.#open.length - 1] = own + 1;
    this.#marker = own === null ? "• " : `${own}. `;
  }

  /** The marker for the first line of an item, and an indent of its width for the others. */
  lead(): string {
    const room = "  ".repeat(Math.min(deepest, Math.max(0, this.#open.length - 1)));
    const marker = this.#marker ?? (this.isOpen ? "  " : "");
    this.#marker = null;
    return room + marker;
  }
}
