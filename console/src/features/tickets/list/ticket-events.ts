/**
 * Applies live events to the ticket lists. Each function is pure, and harmless on a state that already has the event:
 * counts follow message numbers, so a repeated message counts once.
 */
import type { ServerEvents } from "@parley/contract/events";
import { type Actor, abilitiesOn, maySeeTicket } from "@parley/contract/permissions";
import type { SharedTicket, Stage, Ticket } from "@parley/contract/tickets";
import type { InfiniteData } from "@tanstack/react-query";
import type { ClosedPlace } from "../../../api/queries.ts";
import { appended, edited, leave, marked, ofGoals, pickSet } from "./last-words.ts";

type TicketEventName =
  | "newTicket"
  | "updateTicket"
  | "acceptTicket"
  | "newHandler"
  | "closeTicket"
  | "removeTicket"
  | "ticketRead"
  | "newMessage"
  | "messageUpdate";
export type TicketEvent = {
  [Name in TicketEventName]: { name: Name; payload: ServerEvents[Name] };
}[TicketEventName];

/** An acceptance and a closing end a snooze; a message may. */
const snooze = ["snoozed", "back"] as const;

/** The fields of `stage_version`, beside the snooze: they say whose the ticket is, and whether it is open. */
const ofStage = [
  ...(["stage_version", "departmentid", "department_name", "userid", "user_name"] as const),
  ...(["accepted", "accepted_on", "accepted_by", "closed_on", "closed_by_name", "reopened_on"] as const),
];

/** The fields that follow from the messages, beside the snooze. */
const ofMessages = [
  ...([
    "last_seq",
    "client_messages",
    "last_message",
    "last_client_message",
    "isagent",
    "updated_on",
  ] as const),
  ...(["reply_window_until", "waits_since", "subject"] as const),
  ...ofGoals,
];
const newestOfEach = [...ofStage, ...ofMessages, ...snooze];

/** The fields that are the reader's own. */
const ofReader = ["unread", "can", "sighted", "following", "begins"] as const;

/** The ticket after the event; null when it has left this agent's sight. */
export function applyToTicket(ticket: Ticket, actor: Actor, event: TicketEvent): Ticket | null {
  if (event.payload.ticketid !== ticket.ticketid) return ticket;
  switch (event.name) {
    case "newTicket":
    case "updateTicket":
      return seen(actor, newest(ticket, event.payload));
    case "acceptTicket":
    case "newHandler":
      if (event.payload.stage_version < ticket.stage_version) return ticket;
      return seen(actor, {
        ...(event.name === "acceptTicket" ? leave(ticket, snooze) : ticket),
        ...event.payload,
        accepted: event.payload.userid !== null,
        accepted_by: event.name === "acceptTicket" ? event.payload.userid : ticket.accepted_by,
      });
    case "closeTicket":
      if (event.payload.stage_version < ticket.stage_version) return ticket;
      return seen(actor, { ...leave(ticket, [...snooze, "due", "goal_paused"]), ...event.payload });
    case "removeTicket":
      return null;
    case "ticketRead":
      return { ...ticket, unread: Math.max(0, ticket.client_messages - event.payload.client_messages) };
    case "newMessage":
      return appended(ticket, event.payload);
    case "messageUpdate":
      return edited(marked(ticket, event.payload), event.payload);
  }
}

/**
 * Open tickets, newest activity first. `reopening` is the ticket from the closed list. `unknown` means the list lacks a
 * ticket that the event shows it should have.
 */
export function applyToOpen(
  tickets: Ticket[] | undefined,
  actor: Actor,
  event: TicketEvent,
  reopening?: Ticket,
): { tickets: Ticket[] | undefined; unknown: boolean } {
  if (!tickets) return { tickets, unknown: false };
  const index = tickets.findIndex((ticket) => ticket.ticketid === event.payload.ticketid);
  const known = tickets[index];
  if (!known) return addUnknown(tickets, actor, event, reopening);
  if (event.name === "newMessage" && event.payload.seq > known.last_seq + 1)
    return { tickets, unknown: true };
  const next = applyToTicket(known, actor, event);
  if (next === known) return { tickets, unknown: false };
  if (!next || next.closed_on) return { tickets: tickets.toSpliced(index, 1), unknown: false };
  const replaced = tickets.with(index, next);
  return { tickets: next.updated_on === known.updated_on ? replaced : sorted(replaced), unknown: false };
}

function addUnknown(tickets: Ticket[], actor: Actor, event: TicketEvent, reopening?: Ticket) {
  if (event.name === "newTicket" && !event.payload.closed_on && maySeeTicket(actor, event.payload)) {
    return { tickets: sorted([...tickets, fromShared(actor, event.payload)]), unknown: false };
  }
  const reopened = event.name === "updateTicket" && reopening && applyToTicket(reopening, actor, event);
  if (reopened && !reopened.closed_on) return { tickets: sorted([...tickets, reopened]), unknown: false };
  // Only the server knows what this agent has read of a newly visible ticket.
  const appeared = (event.name === "updateTicket" && !event.payload.closed_on) || event.name === "newHandler";
  return { tickets, unknown: appeared && maySeeTicket(actor, event.payload) };
}

/** Adds a ticket that the list lacked, as the server answered it. */
export function addFetched(tickets: Ticket[] | undefined, ticket: Ticket): Ticket[] | undefined {
  const others = tickets?.filter(({ ticketid }) => ticketid !== ticket.ticketid);
  return others && (ticket.closed_on ? others : sorted([...others, ticket]));
}

export type ClosedPages = InfiniteData<Ticket[], ClosedPlace>;

/** Closed tickets, newest first. `closing` is the ticket from the open list. */
export function applyToClosed(
  pages: ClosedPages | undefined,
  actor: Actor,
  event: TicketEvent,
  closing?: Ticket,
): ClosedPages | undefined {
  if (!pages) return pages;
  const known = pages.pages.some((page) => page.some((ticket) => ticket.ticketid === event.payload.ticketid));
  if (!known) {
    const closed = closing && applyToTicket(closing, actor, event);
    return closed?.closed_on ? { ...pages, pages: inserted(pages.pages, closed, closed.closed_on) } : pages;
  }
  const change = (ticket: Ticket) => {
    const next = applyToTicket(ticket, actor, event);
    return next?.closed_on ? [next] : [];
  };
  return { ...pages, pages: pages.pages.map((page) => page.flatMap(change)) };
}

/** Inserts it in order, which is first unless an event comes again after a later closing. */
function inserted(pages: Ticket[][], closed: Ticket, on: string): Ticket[][] {
  const isOlder = (ticket: Ticket) => (ticket.closed_on ?? "") <= on;
  const found = pages.findIndex((page) => page.some(isOlder));
  const where = found < 0 ? Math.max(0, pages.length - 1) : found;
  const page = pages[where] ?? [];
  const index = page.findIndex(isOlder);
  return pages.toSpliced(where, 1, page.toSpliced(index < 0 ? page.length : index, 0, closed));
}

/** The results of a search, as long as they still match its kind: open tickets, or closed ones. */
export function applyToFound(
  tickets: Ticket[] | undefined,
  actor: Actor,
  event: TicketEvent,
  state: "open" | "closed",
): Ticket[] | undefined {
  if (!tickets?.some((ticket) => ticket.ticketid === event.payload.ticketid)) return tickets;
  return tickets.flatMap((ticket) => {
    const next = applyToTicket(ticket, actor, event);
    return next && (next.closed_on !== null) === (state === "closed") ? [next] : [];
  });
}

/**
 * Tickets that the agent sees by a mention alone, newest activity first: one that is closed, or that their department
 * gets, leaves the list. `stale` means that a message of one did not arrive.
 */
export function applyToMentioned(
  tickets: Ticket[] | undefined,
  actor: Actor,
  event: TicketEvent,
): { tickets: Ticket[] | undefined; stale: boolean } {
  const index = tickets?.findIndex((ticket) => ticket.ticketid === event.payload.ticketid) ?? -1;
  const known = tickets?.[index];
  if (!tickets || !known) return { tickets, stale: false };
  if (event.name === "newMessage" && event.payload.seq > known.last_seq + 1) return { tickets, stale: true };
  const next = applyToTicket(known, actor, event);
  if (next === known) return { tickets, stale: false };
  const leaves = !next || next.closed_on !== null || maySeeTicket(actor, next);
  return {
    tickets: leaves ? tickets.toSpliced(index, 1) : sorted(tickets.with(index, next)),
    stale: false,
  };
}

/** The fields of a client that each of their tickets shows. */
export type ClientFacts = Pick<Ticket, "clientid"> &
  Partial<Pick<Ticket, "account_number" | "organisation" | "organisation_fields">>;

export function applyFacts(tickets: Ticket[] | undefined, facts: ClientFacts): Ticket[] | undefined {
  const names = Object.keys(facts) as (keyof ClientFacts)[];
  const differs = (ticket: Ticket) =>
    ticket.clientid === facts.clientid && names.some((name) => ticket[name] !== facts[name]);
  if (!tickets?.some(differs)) return tickets;
  return tickets.map((ticket) => (differs(ticket) ? { ...ticket, ...facts } : ticket));
}

type Updated = SharedTicket & { reopenTicket?: true; restored?: true; remerged?: true };

function fromShared(actor: Actor, payload: SharedTicket): Ticket {
  const ticket = { ...shared(payload), unread: payload.client_messages };
  return { ...ticket, can: abilitiesOn(actor, ticket) };
}

function shared(payload: Updated): SharedTicket {
  const { reopenTicket: _, restored: __, remerged: ___, ...ticket } = payload;
  return ticket;
}

/** The newest of each: events may overtake one another, and a ticket may be read before a message that we have. */
function newest(old: Ticket, payload: Updated): Ticket {
  const given = shared(payload);
  const wasWritten = !payload.remerged && given.last_seq < old.last_seq;
  const all = given.version < old.version ? old : given;
  const stage = given.stage_version < old.stage_version ? old : given;
  const messages = wasWritten || (all === old && given.last_seq === old.last_seq) ? old : given;
  return {
    ...leave<SharedTicket, (typeof newestOfEach)[number]>(all, newestOfEach),
    ...pickSet(stage, ofStage),
    ...pickSet(messages, ofMessages),
    ...pickSet(wasWritten ? old : stage, snooze),
    ...pickSet(old, ofReader),
    unread: Math.max(0, messages.client_messages - (old.client_messages - old.unread)),
  };
}

function seen(actor: Actor, ticket: Ticket): Ticket | null {
  const { sighted, ...rest } = ticket;
  const visible = maySeeTicket(actor, ticket);
  if (!visible && !sighted) return null;
  return { ...(visible ? rest : ticket), stage: stageOf(ticket), can: abilitiesOn(actor, ticket) };
}

function stageOf(ticket: Ticket): Stage {
  if (ticket.closed_on) return "closed";
  if (ticket.userid) return "accepted";
  return ticket.reopened_on ? "reopened" : "pending";
}

function sorted(tickets: Ticket[]): Ticket[] {
  return tickets.sort((a, b) =>
    a.updated_on === b.updated_on ? compare(a, b) : a.updated_on < b.updated_on ? 1 : -1,
  );
}

const compare = (a: Ticket, b: Ticket) => (a.ticketid < b.ticketid ? -1 : 1);
