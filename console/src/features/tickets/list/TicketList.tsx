import type { Ticket } from "@parley/contract/tickets";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { VList, type VListHandle } from "virtua";
import { waitsSince } from "../views/sorting.ts";
import { ChooseBox } from "./ChooseBox.tsx";
import { useKeptScroll } from "./keep-scroll.ts";
import { usePlace } from "./place.ts";
import { isTicket, TicketCard } from "./TicketCard.tsx";
import { useStepKeys } from "./ticket-keys.ts";

type Props = {
  tickets: Ticket[];
  /** Rendered after the last ticket. */
  end?: ReactNode;
  /** The tickets can be chosen, to be changed together. */
  choosable?: boolean;
};

/** Tickets as cards; of thousands only those in view are rendered. */
export function TicketList({ tickets, end, choosable = false }: Props) {
  const { ticket: open } = usePlace();
  const list = useRef<VListHandle>(null);
  useStepKeys(tickets);
  const index = tickets.findIndex((ticket) => isTicket(ticket, open));
  const shown = useRef<string | null>(null);
  useEffect(() => {
    // Choosing alone scrolls; a ticket that moves up the list does not move the reader.
    if (index < 0 || shown.current === open) return;
    shown.current = open;
    list.current?.scrollToIndex(index, { align: "nearest" });
  }, [open, index]);
  const box = useRef<HTMLDivElement>(null);
  const first = useMemo(() => longestWaiting(tickets), [tickets]);
  const note = useKeptScroll(list, box, tickets);
  const rows: (Ticket | null)[] = end ? [...tickets, null] : tickets;
  return (
    <div ref={box} className="min-h-0 flex-1">
      <VList
        ref={list}
        role="list"
        data={rows}
        onScroll={note}
        itemSize={80}
        // The list captures the pointer of its rows while it scrolls: a click on a row would go nowhere.
        className="px-2 pb-3 *:pointer-events-auto!"
      >
        {(ticket) =>
          ticket ? (
            // biome-ignore lint/a11y/useSemanticElements: virtual rows stand in wrappers, where an li would have no list
            <div key={ticket.ticketid} role="listitem" className="relative">
              {choosable && <ChooseBox ticket={ticket} shown={tickets} />}
              <TicketCard ticket={ticket} open={isTicket(ticket, open)} first={ticket === first} />
            </div>
          ) : (
            <div key="end">{end}</div>
          )
        }
      </VList>
    </div>
  );
}

/** The ticket whose client has waited longest for a handler. */
function longestWaiting(tickets: Ticket[]): Ticket | undefined {
  let first: { ticket: Ticket; since: string } | undefined;
  for (const ticket of tickets) {
    const since = ticket.can.accept && !ticket.snoozed ? waitsSince(ticket) : null;
    if (since && (!first || since < first.since)) first = { ticket, since };
  }
  return first?.ticket;
}
