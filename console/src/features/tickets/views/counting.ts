import { type Boundary, boundaryOf, compile, type Test } from "@parley/contract/conditions/evaluate";
import type { Reading } from "@parley/contract/conditions/wanted";
import type { Ticket } from "@parley/contract/tickets";
import type { ShownView } from "./shown-views.ts";

type Counted = { key: string; test: Test; boundary: Boundary };
/** `next`: the moment at which time alone may change what it matches. */
type Row = { ticket: Ticket; matches: boolean[]; next: number | null };

/**
 * Counts tickets by views. An event changes one ticket, which alone is judged again; so is each whose moment has come.
 */
export class ViewCounter {
  readonly #views: Counted[];
  #rows = new Map<string, Row>();

  constructor(views: ShownView[], reading: Reading) {
    this.#views = views.map(({ key, condition }) => ({
      key,
      test: compile(condition, reading),
      boundary: boundaryOf(condition, reading),
    }));
  }

  /** `next` is when to count again though no ticket changes. */
  count(tickets: Ticket[], now: number): { counts: Record<string, number>; next: number | null } {
    const rows = new Map<string, Row>();
    const numbers = this.#views.map(() => 0);
    let next: number | null = null;
    for (const ticket of tickets) {
      const row = this.#judged(ticket, now);
      rows.set(ticket.ticketid, row);
      for (const [at, matches] of row.matches.entries()) if (matches) numbers[at] = (numbers[at] ?? 0) + 1;
      next = earlier(next, row.next);
    }
    this.#rows = rows;
    return { counts: Object.fromEntries(this.#views.map(({ key }, at) => [key, numbers[at] ?? 0])), next };
  }

  /** Lists those of the tickets counted last that a view shows. */
  shown(tickets: Ticket[], key: string): Ticket[] {
    const at = this.#views.findIndex((view) => view.key === key);
    return tickets.filter(({ ticketid }) => this.#rows.get(ticketid)?.matches[at]);
  }

  #judged(ticket: Ticket, now: number): Row {
    const known = this.#rows.get(ticket.ticketid);
    if (known?.ticket === ticket && (known.next === null || known.next > now)) return known;
    const matches = this.#views.map(({ test }) => test(ticket, now));
    const next = this.#views.reduce<number | null>(
      (first, { boundary }) => earlier(first, boundary(ticket, now)),
      null,
    );
    return { ticket, matches, next };
  }
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
