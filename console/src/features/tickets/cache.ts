/** Live events into the cached ticket lists. What an event means is in `ticket-events.ts`; this says what it touches. */
import type { Actor } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import type { QueryClient } from "@tanstack/react-query";
import { closedTicketsQuery, keys, openTicketsQuery } from "../../api/queries.ts";
import {
  applyToClosed,
  applyToOne,
  applyToOpen,
  type ClosedPages,
  type TicketEvent,
} from "./ticket-events.ts";

export function apply(cache: QueryClient, viewer: Actor, event: TicketEvent): void {
  const isIt = (ticket: Ticket) => ticket.ticketid === event.payload.ticketid;
  const before = cache.getQueryData(openTicketsQuery.queryKey);
  const pages = cache.getQueryData<ClosedPages>(closedTicketsQuery.queryKey);
  const closing = before?.find(isIt);
  const { tickets, unknown } = applyToOpen(before, viewer, event, pages?.pages.flat().find(isIt));
  if (tickets !== before) cache.setQueryData(openTicketsQuery.queryKey, tickets);
  const closed = applyToClosed(pages, viewer, event, closing);
  if (closed !== pages) cache.setQueryData(closedTicketsQuery.queryKey, closed);
  for (const [key, ticket] of cache.getQueriesData<Ticket>({ queryKey: ["tickets", "one"] })) {
    const next = applyToOne(ticket, viewer, event);
    if (next !== ticket) cache.setQueryData(key, next);
  }
  // A list that lacks a ticket it should have was not told of it in time.
  if (unknown) void cache.invalidateQueries({ queryKey: keys.openTickets });
}

/** An answer of the server about one ticket, as if the event had come already. */
export function put(cache: QueryClient, viewer: Actor, ticket: Ticket): void {
  const { unread: _unread, can: _can, ...shared } = ticket;
  apply(cache, viewer, { name: "updateTicket", payload: shared });
}
