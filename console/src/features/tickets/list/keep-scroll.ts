import type { Ticket } from "@parley/contract/tickets";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { VListHandle } from "virtua";

type Mark = { ticketid: string; index: number };

/** How many of the topmost tickets in view are looked for again: one of them may be what moved. */
const marked = 3;

/**
 * Keeps the tickets in view in place while others arrive above them. `box` holds the list. Returns the scroll handler.
 */
export function useKeptScroll(
  list: RefObject<VListHandle | null>,
  box: RefObject<HTMLElement | null>,
  tickets: Ticket[],
): () => void {
  const marks = useRef<Mark[]>([]);
  const note = () => {
    const handle = list.current;
    if (!handle || handle.scrollOffset <= 0) {
      marks.current = [];
      return;
    }
    const first = handle.findItemIndex(handle.scrollOffset);
    marks.current = tickets
      .slice(first, first + marked)
      .map(({ ticketid }, offset) => ({ ticketid, index: first + offset }));
  };
  useLayoutEffect(() => {
    const handle = list.current;
    const moved = leastMove(marks.current, tickets);
    if (!handle || !moved) return;
    const by = handle.getItemOffset(moved.to) - handle.getItemOffset(moved.from);
    marks.current = marks.current.map((mark) => ({ ...mark, index: mark.index + moved.to - moved.from }));
    // Not the handle's own scrolling: that goes on for a while, against a reader who scrolls just then.
    const scroller = box.current?.firstElementChild;
    if (scroller) scroller.scrollTop += by;
  }, [tickets, list, box]);
  return note;
}

/** Where the tickets in view are now, by the one that moved least; null where they stand as they stood. */
export function leastMove(
  marks: Mark[],
  tickets: Pick<Ticket, "ticketid">[],
): { from: number; to: number } | null {
  let least: { from: number; to: number } | null = null;
  for (const { ticketid, index: from } of marks) {
    const to = tickets[from]?.ticketid === ticketid ? from : indexOf(tickets, ticketid);
    if (to < 0) continue;
    if (!least || Math.abs(to - from) < Math.abs(least.to - least.from)) least = { from, to };
  }
  return least && least.from !== least.to ? least : null;
}

function indexOf(tickets: Pick<Ticket, "ticketid">[], ticketid: string): number {
  return tickets.findIndex((ticket) => ticket.ticketid === ticketid);
}
