/** Applies live events to the cached ticket lists. `ticket-events.ts` computes each change. */
import type { ServerEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import { type Actor, maySeeTicket } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import type { QueryClient } from "@tanstack/react-query";
import { Refused } from "../../../api/client.ts";
import { closedTicketsQuery, keys, openTicketsQuery, ticketQuery } from "../../../api/queries.ts";
import { keepInTab } from "../sending/drafts.ts";
import { ownMessageArrived, ticketArrived, ticketLeft } from "./arrivals.ts";
import { refetchMentioned } from "./mentioned.ts";
import {
  addFetched,
  applyFacts,
  applyToClosed,
  applyToFound,
  applyToMentioned,
  applyToOpen,
  applyToTicket,
  type ClientFacts,
  type ClosedPages,
  type TicketEvent,
} from "./ticket-events.ts";

export function apply(cache: QueryClient, viewer: Actor, event: TicketEvent): void {
  const { ticketid } = event.payload;
  const isIt = (ticket: Ticket) => ticket.ticketid === ticketid;
  const opened = cache.getQueriesData<Ticket>({ queryKey: keys.tickets });
  const mentioned = cache.getQueryData<Ticket[]>(keys.mentionedTickets);
  const sighted =
    mentioned?.some(isIt) || opened.some(([, ticket]) => ticket?.ticketid === ticketid && ticket.sighted);
  const before = cache.getQueryData(openTicketsQuery.queryKey);
  const pages = cache.getQueryData<ClosedPages>(closedTicketsQuery.queryKey);
  const closing = before?.find(isIt);
  const { tickets, unknown } = applyToOpen(before, viewer, event, pages?.pages.flat().find(isIt));
  if (tickets !== before) cache.setQueryData(openTicketsQuery.queryKey, tickets);
  const closed = applyToClosed(pages, viewer, event, closing);
  if (closed !== pages) cache.setQueryData(closedTicketsQuery.queryKey, closed);
  for (const [key, found] of cache.getQueriesData<Ticket[]>({ queryKey: keys.ticketSearches })) {
    const next = applyToFound(found, viewer, event, key[2] as "open" | "closed");
    if (next !== found) cache.setQueryData(key, next);
  }
  const mentions = applyToMentioned(mentioned, viewer, event);
  if (mentions.tickets !== mentioned) cache.setQueryData(keys.mentionedTickets, mentions.tickets);
  if (mentions.stale) refetchMentioned(cache);
  for (const [key, ticket] of opened) {
    const next = ticket && applyToTicket(ticket, viewer, event);
    // The ticket is fetched again, and the screen shows the refusal.
    if (next === null) void cache.resetQueries({ queryKey: key, exact: true });
    else if (next !== ticket) cache.setQueryData(key, next);
  }
  const into = event.name === "removeTicket" && tickets?.find((one) => one.ticketid === event.payload.into);
  if (into) leadOn(cache, ticketid, into);
  // Drops data that the agent may no longer see.
  if (isHiddenBy(viewer, event) && (event.name === "removeTicket" || !sighted)) {
    ticketLeft(ticketid);
    keepInTab(cache, ticketid);
    cache.removeQueries({ queryKey: keys.chat(ticketid) });
  }
  if (unknown) void fetchMissing(cache, ticketid);
  if (event.name === "updateTicket" && event.payload.restored) refetchRestored(cache);
  if (event.name === "updateTicket" && event.payload.remerged) refetchMerged(cache, ticketid);
  const arrives = event.name === "newTicket" ? !closing : event.name === "newHandler" && unknown;
  if (arrives) ticketArrived(ticketid);
  // Compares counts of messages: an event that is applied again raises none.
  const after = tickets?.find(isIt);
  const wrote = event.name === "newMessage" && closing && after && after.unread > closing.unread;
  if (wrote && after.userid === viewer.id) ownMessageArrived(ticketid);
}

/** An agent with a ticket on screen that is gone gets the one that it was split from, or merged into. */
function leadOn(cache: QueryClient, ticketid: string, target: Ticket): void {
  for (const id of [ticketid, ticketid.slice(0, limits.shortIdLength)])
    cache.setQueryData(ticketQuery(id).queryKey, target);
}

/** The server alone knows its place among the closed tickets. */
export function refetchRestored(cache: QueryClient): void {
  for (const queryKey of [keys.closedTickets, keys.ticketSearches, keys.inbox])
    void cache.invalidateQueries({ queryKey });
}

/** Its messages have other numbers, and what the agent has read of them is another count. */
function refetchMerged(cache: QueryClient, ticketid: string): void {
  for (const queryKey of [keys.chat(ticketid), keys.notes(ticketid)]) void cache.resetQueries({ queryKey });
  for (const queryKey of [keys.pins(ticketid), keys.outgoing(ticketid), keys.ticketSearches])
    void cache.invalidateQueries({ queryKey });
  void fetchMissing(cache, ticketid);
}

const missing = new Set<string>();

/**
 * Fetches a ticket that the list should have: it came from another department, or a message of it did not arrive. It is
 * fetched alone, since the whole list may be thousands. Later events are applied to it as to any other entry.
 */
async function fetchMissing(cache: QueryClient, ticketid: string): Promise<void> {
  if (missing.has(ticketid)) return;
  missing.add(ticketid);
  const query = ticketQuery(ticketid);
  try {
    await cache.fetchQuery({ ...query, staleTime: 0 });
    const ticket = cache.getQueryData(query.queryKey);
    if (ticket) cache.setQueryData(openTicketsQuery.queryKey, (old) => addFetched(old, ticket));
  } catch (error) {
    // The refusal means that it has left this agent's sight again, and the list is right without it.
    if (!(error instanceof Refused)) void cache.invalidateQueries({ queryKey: keys.openTickets });
  } finally {
    missing.delete(ticketid);
  }
}

function isHiddenBy(viewer: Actor, { name, payload }: TicketEvent): boolean {
  if (name === "removeTicket") return true;
  return (name === "newHandler" || name === "updateTicket") && !maySeeTicket(viewer, payload);
}

/** Applies the server's answer about one ticket, as if the event had come already. */
export function put(cache: QueryClient, viewer: Actor, ticket: Ticket): void {
  const { unread: _unread, can: _can, ...shared } = ticket;
  apply(cache, viewer, { name: "updateTicket", payload: shared });
}

/** Shows what has changed of a client, of their number before the event of each ticket. */
export function putFacts(cache: QueryClient, facts: ClientFacts): void {
  cache.setQueryData(openTicketsQuery.queryKey, (old) => applyFacts(old, facts));
  cache.setQueryData<ClosedPages>(
    closedTicketsQuery.queryKey,
    (old) => old && { ...old, pages: old.pages.map((page) => applyFacts(page, facts) ?? page) },
  );
  for (const queryKey of [keys.ticketSearches, keys.mentionedTickets])
    cache.setQueriesData<Ticket[]>({ queryKey }, (old) => applyFacts(old, facts));
  cache.setQueriesData<Ticket>({ queryKey: keys.tickets }, (old) => old && applyFacts([old], facts)?.[0]);
}

/** A client's tickets are of another organisation, or of none. */
export function applyOrganisation(
  cache: QueryClient,
  { clientid, organisation: its }: ServerEvents["clientChanged"],
): void {
  if (!its) return;
  putFacts(cache, {
    clientid,
    organisation: its.organisationid ?? undefined,
    organisation_fields: its.fields,
  });
}

/** Fetches the lists again that have a ticket of the organisation, whose values have changed. */
export function refetchOrganisation(cache: QueryClient, id: string | undefined): void {
  const holds = (data: unknown) =>
    [(data as ClosedPages | undefined)?.pages ?? data]
      .flat(2)
      .some((ticket) => (ticket as Ticket | undefined)?.organisation === id);
  if (id)
    void cache.invalidateQueries({
      queryKey: keys.everyTicket,
      predicate: ({ state }) => holds(state.data),
    });
}
