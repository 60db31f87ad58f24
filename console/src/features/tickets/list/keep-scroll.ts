import type { Ticket } from "@parley/contract/tickets";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { VListHandle } from "virtua";

type Mark = { ticketid: string; index: number };

/** The number of topmost tickets in view that are looked up again: one of them may be the one that moved. */
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
    // The handle's own scrolling goes on for a while, against a reader who scrolls just then, so it is not used.
    const scroller = box.current?.firstElementChild;
    if (scroller) scroller.scrollTop += by;
  }, [tickets, list, box]);
  return note;
}

/** The shift of the tickets in view, by the one that moved least; null where they did not move. */
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
