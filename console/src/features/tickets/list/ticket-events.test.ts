import type { Actor } from "@parley/contract/permissions";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agents, at, departments, message, sharedTicket, ticketOf } from "../../../sample/build.ts";
import { Desk } from "../../../sample/desk.ts";
import {
  addFetched,
  applyFacts,
  applyToClosed,
  applyToFound,
  applyToOpen,
  type ClosedPages,
  type TicketEvent,
} from "./ticket-events.ts";

const { mira, naledi, ingrid } = agents;
const { ticketid } = sharedTicket();
const apply = (tickets: Ticket[] | undefined, viewer: Actor, event: TicketEvent) =>
  applyToOpen(tickets, viewer, event);

describe("events that change nothing", () => {
  test("no event changes a list that was not fetched", () => {
    const event: TicketEvent = { name: "newTicket", payload: sharedTicket() };
    expect(applyToOpen(undefined, mira, event)).toEqual({ tickets: undefined, unknown: false });
    expect(applyToClosed(undefined, mira, event)).toBeUndefined();
  });

  test("a ticket of a department that is not the agent's changes nothing", () => {
    const event: TicketEvent = { name: "newTicket", payload: sharedTicket(departments.refunds) };
    expect(apply([], mira, event)).toEqual({ tickets: [], unknown: false });
  });

  test("a known message, and one of an unknown ticket, change nothing", () => {
    const list = [ticketOf(mira)];
    expect(apply(list, mira, { name: "newMessage", payload: message({ seq: 1 }) }).tickets).toBe(list);
    const stranger = message({ seq: 2, ticketid: crypto.randomUUID() });
    expect(apply(list, mira, { name: "newMessage", payload: stranger })).toEqual({
      tickets: list,
      unknown: false,
    });
  });

  test("a whole ticket that was read before our newest message does not remove it", () => {
    const [later] =
      apply([ticketOf(mira)], mira, { name: "newMessage", payload: message({ seq: 2 }) }).tickets ?? [];
    const early: TicketEvent = {
      name: "updateTicket",
      payload: sharedTicket({ userid: mira.id, last_seq: 1 }),
    };
    const [ticket] = apply(later ? [later] : [], mira, early).tickets ?? [];
    expect(ticket).toMatchObject({ userid: mira.id, last_seq: 2, client_messages: 2, unread: 2 });
  });
});

test("a whole ticket without tags, fields and merged tickets has none, nor has its client", () => {
  const id = crypto.randomUUID();
  const marks = {
    merged: [id],
    tags: [id],
    fields: { [id]: 1 },
    client_tags: [id],
    client_fields: { [id]: 1 },
    organisation: id,
    organisation_fields: { [id]: 1 },
  };
  const event: TicketEvent = { name: "updateTicket", payload: sharedTicket() };
  const [ticket] = apply([ticketOf(mira, marks)], mira, event).tickets ?? [];
  expect(ticket?.ticketid).toBe(ticketid);
  for (const mark of Object.keys(marks)) expect(ticket).not.toHaveProperty(mark);
});

describe("a snooze", () => {
  const snoozed = { on: at(1), until: at(9), by: mira.id };
  const after = (facts: object, event: TicketEvent) => {
    const [ticket] = apply([ticketOf(mira, facts)], mira, event).tickets ?? [];
    return { snoozed: ticket?.snoozed, back: ticket?.back };
  };

  test("a snooze ends with the client's message, which is why the ticket is back", () => {
    const payload = message({ seq: 2, isagent: false });
    expect(after({ snoozed }, { name: "newMessage", payload })).toEqual({ back: "client" });
    expect(after({ back: "client" }, { name: "newMessage", payload })).toEqual({ back: "client" });
  });

  test("lasts over an agent's message, which ends the mark of a ticket that is back", () => {
    const payload = message({ seq: 2, isagent: true, created_by: mira.id });
    expect(after({ snoozed }, { name: "newMessage", payload })).toEqual({ snoozed });
    expect(after({ back: "time" }, { name: "newMessage", payload })).toEqual({});
  });

  test("a snooze ends with an acceptance and a closing, and as the whole ticket says", () => {
    const { ticketid: id, departmentid, department_name } = sharedTicket();
    const handler = {
      ...{ stage_version: 1, userid: mira.id, user_name: "Mira", accepted_on: at(2) },
      ...{ departmentid, department_name },
    };
    expect(after({ snoozed }, { name: "acceptTicket", payload: { ticketid: id, ...handler } })).toEqual({});
    expect(after({ snoozed }, { name: "updateTicket", payload: sharedTicket() })).toEqual({});
    const back = sharedTicket({ back: "time" });
    expect(after({ snoozed }, { name: "updateTicket", payload: back })).toEqual({ back: "time" });
  });
});

describe("events after which the list must be fetched", () => {
  test("the list is fetched after a message with a gap before it", () => {
    expect(apply([ticketOf(mira)], mira, { name: "newMessage", payload: message({ seq: 3 }) }).unknown).toBe(
      true,
    );
  });

  test("the list is fetched when a ticket is reopened that was not in it", () => {
    const event: TicketEvent = { name: "updateTicket", payload: { ...sharedTicket(), reopenTicket: true } };
    expect(apply([], mira, event).unknown).toBe(true);
  });
});

test("accepting removes the others' button and lets the handler write", () => {
  const event: TicketEvent = {
    name: "acceptTicket",
    payload: {
      ...{ ticketid, stage_version: 1, userid: mira.id, user_name: "Mira", accepted_on: at(3) },
      ...departments.bookings,
    },
  };
  const [own] = apply([ticketOf(mira)], mira, event).tickets ?? [];
  expect(own).toMatchObject({ stage: "accepted", can: { accept: false, reply: true, close: true } });
  const [others] = apply([ticketOf(agents.jonas)], agents.jonas, event).tickets ?? [];
  expect(others).toMatchObject({ user_name: "Mira", can: { accept: false, reply: false, close: false } });
});

test("an event that was overtaken takes nothing of a later one back", () => {
  const accepted: TicketEvent = {
    name: "acceptTicket",
    payload: {
      ...{ ticketid, stage_version: 1, userid: mira.id, user_name: "Mira", accepted_on: at(3) },
      ...departments.bookings,
    },
  };
  const pictured = sharedTicket({ version: 1, client_picture: "/pictures/1" });
  const named = sharedTicket({ version: 2, client_picture: "/pictures/1", client_name: "D. Petrov" });
  const whole = (payload: SharedTicket): TicketEvent => ({ name: "updateTicket", payload });
  const after = (...events: TicketEvent[]) =>
    events.reduce<Ticket[] | undefined>(
      (shown, event) => apply(shown, mira, event).tickets,
      [ticketOf(mira)],
    );
  const inOrder = after(whole(pictured), whole(named), accepted);
  expect(inOrder).toMatchObject([{ userid: mira.id, client_name: "D. Petrov" }]);
  expect(after(accepted, whole(pictured), whole(named))).toEqual(inOrder);
  expect(after(whole(named), accepted, whole(pictured))).toEqual(inOrder);
  const over: TicketEvent = {
    name: "newHandler",
    payload: { ...accepted.payload, stage_version: 2, userid: ingrid.id },
  };
  expect(after(over, accepted)).toMatchObject([{ userid: ingrid.id }]);
  const closed = sharedTicket({ stage_version: 3, closed_on: at(4) });
  expect(after(whole({ ...closed, stage_version: 4, closed_on: null }), whole(closed))).toHaveLength(1);
});

test("a ticket moved to another department disappears for its agents and stays with the admin", () => {
  const event: TicketEvent = {
    name: "newHandler",
    payload: {
      ...{ ticketid, stage_version: 1, userid: null, user_name: null, accepted_on: null },
      ...departments.refunds,
    },
  };
  expect(apply([ticketOf(mira)], mira, event).tickets).toEqual([]);
  expect(apply([ticketOf(ingrid)], ingrid, event).tickets).toMatchObject([departments.refunds]);
  expect(apply([], naledi, event).unknown).toBe(true);
  expect(apply([ticketOf(mira)], mira, { name: "removeTicket", payload: { ticketid } }).tickets).toEqual([]);
});

test("a search updates its results, and drops those that no longer fit", () => {
  const found = [ticketOf(mira)];
  const closing: TicketEvent = {
    name: "closeTicket",
    payload: {
      ...{ ticketid, stage_version: 1, closed_on: at(3), closed_by_name: "Mira" },
      departmentid: mira.departmentid,
    },
  };
  const number: TicketEvent = { name: "updateTicket", payload: sharedTicket({ account_number: "HT-1" }) };
  expect(applyToFound(undefined, mira, closing, "open")).toBeUndefined();
  expect(
    applyToFound(found, mira, { ...closing, payload: { ...closing.payload, ticketid: "x" } }, "open"),
  ).toBe(found);
  expect(applyToFound(found, mira, number, "open")).toMatchObject([{ account_number: "HT-1" }]);
  expect(applyToFound(found, mira, closing, "open")).toEqual([]);
  expect(applyToFound(found, mira, { name: "removeTicket", payload: { ticketid } }, "open")).toEqual([]);
});

test("a client's number changes on every ticket of theirs and on no other", () => {
  const other = ticketOf(mira, { ticketid: crypto.randomUUID(), clientid: crypto.randomUUID() });
  const { clientid } = sharedTicket();
  const tickets = [ticketOf(mira), other];
  expect(applyFacts(tickets, { clientid, account_number: null })).toBe(tickets);
  const [changed, same] = applyFacts(tickets, { clientid, account_number: "HT-1" }) ?? [];
  expect([changed?.account_number, same]).toEqual(["HT-1", other]);
  expect(applyFacts(undefined, { clientid, account_number: "HT-1" })).toBeUndefined();
});

test("a ticket fetched alone gets the position that the whole list gives it, once", () => {
  const older = ticketOf(mira, { ticketid: crypto.randomUUID(), updated_on: at(1) });
  const ticket = ticketOf(mira, { updated_on: at(2) });
  expect(addFetched(undefined, ticket)).toBeUndefined();
  expect(addFetched([older], ticket)).toEqual([ticket, older]);
  expect(addFetched([older, { ...ticket, unread: 7 }], ticket)).toEqual([ticket, older]);
  expect(addFetched([older, ticket], { ...ticket, closed_on: at(3) })).toEqual([older]);
});

describe("an old state plus the events since equals a fresh fetch", () => {
  const number = fc.integer({ min: 1, max: 4 });
  const step = fc.oneof(
    fc.record({
      do: fc.constant("opens" as const),
      number,
      of: fc.constantFrom("bookings" as const, "refunds" as const),
    }),
    fc.record({ do: fc.constant("writes" as const), number, isagent: fc.boolean(), text: fc.string() }),
    fc.record({ do: fc.constant("accepts" as const), number, agent: fc.constantFrom(mira, naledi, ingrid) }),
    fc.record({ do: fc.constantFrom("closes" as const, "reopens" as const, "reads" as const), number }),
    fc.record({
      do: fc.constant("reassigns" as const),
      number,
      to: fc.constantFrom("bookings" as const, "refunds" as const),
      agent: fc.constantFrom(mira, naledi, ingrid, null),
    }),
    fc.record({ do: fc.constant("numbers" as const), number, text: fc.string() }),
    fc.record({
      do: fc.constant("snoozes" as const),
      number,
      agent: fc.constantFrom(mira, naledi, ingrid),
      until: fc.constantFrom(at(9), null),
    }),
    fc.record({ do: fc.constant("wakes" as const), number, byTime: fc.boolean() }),
    fc.record({ do: fc.constant("rates" as const), number, rating: fc.integer({ min: 1, max: 3 }) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
  const viewers = fc.constantFrom(mira, naledi, ingrid);

  test("an old state and each event after it, one after the other, equal a fresh fetch", () => {
    fc.assert(
      fc.property(viewers, fc.array(step, { maxLength: 30 }), (viewer, steps) => {
        const desk = new Desk(viewer);
        const shown = screen(desk);
        for (const one of steps) {
          take(desk, one);
          shown.receive(desk.events.splice(0));
          shown.equalsFresh();
        }
      }),
    );
  });

  test("a fetch that answers in the middle equals a fresh one after all later events are applied again", () => {
    fc.assert(
      fc.property(viewers, fc.array(step, { maxLength: 20 }), fc.array(step), (viewer, before, during) => {
        const desk = new Desk(viewer);
        for (const one of before) take(desk, one);
        desk.events.length = 0;
        const shown = screen(desk);
        for (const one of during) take(desk, one);
        const events = desk.events.splice(0);
        shown.receive(events);
        shown.fetch();
        shown.receive(events);
        shown.equalsFresh();
      }),
    );
  });

  /** A viewer's screen; where the list reports that it cannot know, it is fetched, as the console does. */
  function screen(desk: Desk) {
    let open: Ticket[] | undefined = desk.open();
    let closed: ClosedPages | undefined = paged(desk);
    return {
      fetch: () => {
        open = desk.open();
        closed = paged(desk);
      },
      receive: (events: TicketEvent[]) => {
        let fetches = false;
        for (const event of events) {
          const isIt = (ticket: Ticket) => ticket.ticketid === event.payload.ticketid;
          const closing = open?.find(isIt);
          const result = applyToOpen(open, desk.viewer, event, closed?.pages.flat().find(isIt));
          closed = applyToClosed(closed, desk.viewer, event, closing);
          open = result.tickets;
          fetches ||= result.unknown;
        }
        // A fetch takes time: events that arrive together are applied before its answer.
        if (fetches) open = desk.open();
      },
      equalsFresh: () => {
        expect(open).toEqual(desk.open());
        expect(closed?.pages.flat()).toEqual(desk.closed());
      },
    };
  }

  const paged = (desk: Desk): ClosedPages => ({ pages: [desk.closed()], pageParams: [{ offset: 0 }] });

  function take(desk: Desk, one: Step): void {
    const id = [...desk.tickets.keys()][one.number - 1] ?? "none";
    if (one.do === "opens") desk.opens(one.number, one.of);
    else if (one.do === "writes") desk.writes(id, one.isagent, one.text);
    else if (one.do === "accepts") desk.accepts(id, one.agent);
    else if (one.do === "reassigns") desk.reassigns(id, one.to, one.agent);
    else if (one.do === "numbers") desk.numbers(one.text);
    else if (one.do === "snoozes") desk.snoozes(id, one.agent, one.until);
    else if (one.do === "wakes") desk.wakes(id, one.byTime);
    else if (one.do === "rates") desk.rates(id, one.rating);
    else desk[one.do](id);
  }
});

test("a client's message opens the reply window again; an agent's, and an older ticket, do not change it", () => {
  const list = [ticketOf(mira, { reply_window_until: at(0) })];
  const written = { ...message({ seq: 2 }), reply_window_until: at(9) };
  const { tickets = [] } = apply(list, mira, { name: "newMessage", payload: written });
  expect(tickets[0]?.reply_window_until).toBe(at(9));
  const replied = apply(tickets, mira, { name: "newMessage", payload: message({ seq: 3, isagent: true }) });
  expect(replied.tickets?.[0]?.reply_window_until).toBe(at(9));
  const stale = sharedTicket({ reply_window_until: at(0), last_seq: 1 });
  const late = apply(replied.tickets ?? [], mira, { name: "updateTicket", payload: stale });
  expect(late.tickets?.[0]?.reply_window_until).toBe(at(9));
});
