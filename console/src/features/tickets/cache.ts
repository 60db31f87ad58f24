/** Live events into the cached ticket lists. What an event means is in `ticket-events.ts`; this says which entries it touches. */
import type { ServerEvents } from "@parley/contract/events";
import type { Actor } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/queries.ts";
import { applyToClosed, applyToOne, applyToOpen, type TicketEvent } from "./ticket-events.ts";

/** A ticket that is open by its address, whatever list it is in. */
export const ticketKey = (id: string) => ["tickets", "one", id] as const;

function apply(cache: QueryClient, viewer: Actor, event: TicketEvent): void {
  const before = cache.getQueryData<Ticket[]>(keys.openTickets);
  const closing = before?.find((ticket) => ticket.ticketid === event.payload.ticketid);
  const { tickets, unknown } = applyToOpen(before, viewer, event);
  if (tickets !== before) cache.setQueryData(keys.openTickets, tickets);
  const pages = cache.getQueryData<InfiniteData<Ticket[], number>>(keys.closedTickets);
  const closed = applyToClosed(pages, viewer, event, closing);
  if (closed !== pages) cache.setQueryData(keys.closedTickets, closed);
  for (const [key, ticket] of cache.getQueriesData<Ticket>({ queryKey: ["tickets", "one"] })) {
    const next = applyToOne(ticket, viewer, event);
    if (next !== ticket) cache.setQueryData(key, next);
  }
  if (unknown) void cache.invalidateQueries({ queryKey: keys.openTickets });
}

type Payload<Name extends keyof ServerEvents> = ServerEvents[Name];

export const applyTicket = (cache: QueryClient, viewer: Actor, payload: Payload<"updateTicket">) =>
  apply(cache, viewer, { name: "updateTicket", payload });

export const applyNewTicket = (cache: QueryClient, viewer: Actor, payload: Payload<"newTicket">) =>
  apply(cache, viewer, { name: "newTicket", payload });

export const applyAcceptance = (cache: QueryClient, viewer: Actor, payload: Payload<"acceptTicket">) =>
  apply(cache, viewer, { name: "acceptTicket", payload });

export const applyHandler = (cache: QueryClient, viewer: Actor, payload: Payload<"newHandler">) =>
  apply(cache, viewer, { name: "newHandler", payload });

export const applyClosing = (cache: QueryClient, viewer: Actor, payload: Payload<"closeTicket">) =>
  apply(cache, viewer, { name: "closeTicket", payload });

export const applyRemoval = (cache: QueryClient, viewer: Actor, payload: Payload<"removeTicket">) =>
  apply(cache, viewer, { name: "removeTicket", payload });

export const applyRead = (cache: QueryClient, viewer: Actor, payload: Payload<"ticketRead">) =>
  apply(cache, viewer, { name: "ticketRead", payload });

export const applyMessage = (cache: QueryClient, viewer: Actor, payload: Payload<"newMessage">) =>
  apply(cache, viewer, { name: "newMessage", payload });

export const applyEdit = (cache: QueryClient, viewer: Actor, payload: Payload<"messageUpdate">) =>
  apply(cache, viewer, { name: "messageUpdate", payload });
