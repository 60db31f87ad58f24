import type { Ticket } from "@parley/contract/tickets";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { Place } from "../../../api/address.ts";
import { Refused, Unreachable } from "../../../api/client.ts";
import { createJournal } from "../../../api/journal.ts";
import { keys, openTicketsQuery, ticketQuery } from "../../../api/queries.ts";
import { agents, at, departments, message, sharedTicket, ticketOf } from "../../../sample/build.ts";
import { onArrival, onOwnMessage } from "./arrivals.ts";
import { apply } from "./cache.ts";
import type { TicketEvent } from "./ticket-events.ts";

/** Answers in turn, each when the test releases it. */
const server = vi.hoisted(() => ({ asked: [] as { path: string; answer: (with_: unknown) => void }[] }));
vi.mock(import("../../../api/client.ts"), async (original) => {
  const { addressOf } = await import("../../../api/address.ts");
  return {
    ...(await original()),
    call: (name, ...[given]) =>
      new Promise((resolve, reject) => {
        const answer = (value: unknown) => (value instanceof Error ? reject(value) : resolve(value as never));
        server.asked.push({ path: addressOf(name, given as Place<typeof name>).address, answer });
      }),
  };
});

const { naledi, mira } = agents;
const { ticketid } = sharedTicket();
let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(openTicketsQuery.queryKey, []);
  server.asked.length = 0;
});

const shown = () => cache.getQueryData(openTicketsQuery.queryKey);
const settled = () => new Promise((done) => setTimeout(done));
const moved = sharedTicket({ stage_version: 1, ...departments.refunds });
const arriving: TicketEvent[] = [
  {
    name: "newHandler",
    payload: {
      ...{ ticketid, stage_version: 1, userid: null, user_name: null, accepted_on: null },
      ...departments.refunds,
    },
  },
  { name: "updateTicket", payload: moved },
];

test("a ticket that comes from another department is fetched alone, once, with what happened meanwhile", async () => {
  const arrived: string[] = [];
  const stop = onArrival((id) => void arrived.push(id));
  const journal = createJournal(cache);
  const receive = (event: TicketEvent) => journal.record(() => apply(cache, naledi, event));
  for (const event of arriving) receive(event);
  expect(server.asked.map(({ path }) => path)).toEqual([`/tickets/${ticketid}`]);
  receive({ name: "newMessage", payload: message({ seq: 2, content: "Are you there?" }) });
  server.asked[0]?.answer(ticketOf(naledi, departments.refunds));
  await settled();
  expect(shown()).toMatchObject([
    { ticketid, department_name: "Refunds", unread: 2, last_message: { content: "Are you there?" } },
  ]);
  expect(server.asked).toHaveLength(1);
  expect(arrived).toEqual([ticketid]);
  journal.stop();
  stop();
});

test("a ticket that left again before the answer is not added; when the server is unreachable, the list is fetched", async () => {
  for (const event of arriving) apply(cache, naledi, event);
  server.asked[0]?.answer(new Refused(404, { message: "Not found.", code: "not_found" }));
  await settled();
  expect([shown(), cache.getQueryState(keys.openTickets)?.isInvalidated]).toEqual([[], false]);
  apply(cache, naledi, { name: "updateTicket", payload: moved });
  server.asked[1]?.answer(new Unreachable());
  await settled();
  expect(cache.getQueryState(keys.openTickets)?.isInvalidated).toBe(true);
});

test("a ticket that leaves an agent's sight leaves the list, its own page and its chat", async () => {
  const query = ticketQuery(ticketid.slice(0, 8));
  cache.setQueryData(openTicketsQuery.queryKey, [ticketOf(mira)]);
  cache.setQueryData<Ticket>(query.queryKey, ticketOf(mira));
  cache.setQueryData(keys.chat(ticketid), { what: "was written" });
  const stop = new QueryObserver(cache, { ...query, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  );
  apply(cache, mira, { name: "removeTicket", payload: { ticketid } });
  expect([shown(), cache.getQueryData(keys.chat(ticketid))]).toEqual([[], undefined]);
  expect(cache.getQueryData(query.queryKey)).toBeUndefined();
  await settled();
  expect(server.asked.map(({ path }) => path)).toEqual([`/tickets/${ticketid.slice(0, 8)}`]);
  stop();
});

test("a new ticket is announced once, however often its event is applied; a returning one is announced again", () => {
  const arrived: string[] = [];
  const stop = onArrival((id) => void arrived.push(id));
  const id = crypto.randomUUID();
  const event: TicketEvent = {
    name: "newTicket",
    payload: sharedTicket({ ticketid: id, updated_on: at(5) }),
  };
  apply(cache, mira, event);
  cache.setQueryData(openTicketsQuery.queryKey, []);
  apply(cache, mira, event);
  expect(arrived).toEqual([id]);
  apply(cache, mira, { name: "removeTicket", payload: { ticketid: id } });
  apply(cache, mira, event);
  expect(arrived).toEqual([id, id]);
  stop();
});

test("a client's message in one's own ticket is announced once; in a colleague's, or of an agent, never", () => {
  const heard: string[] = [];
  const stop = onOwnMessage((id) => void heard.push(id));
  const receive = (seq: number, facts = {}) =>
    apply(cache, mira, { name: "newMessage", payload: message({ seq, ...facts }) });
  cache.setQueryData(openTicketsQuery.queryKey, [ticketOf(mira, { userid: mira.id, accepted: true })]);
  const { last_seq } = shown()?.[0] ?? { last_seq: 0 };
  receive(last_seq + 1);
  receive(last_seq + 1);
  receive(last_seq + 2, { isagent: true });
  expect(heard).toEqual([ticketid]);
  cache.setQueryData(openTicketsQuery.queryKey, [ticketOf(mira, { userid: naledi.id, accepted: true })]);
  receive(last_seq + 1);
  stop();
  expect(heard).toEqual([ticketid]);
});
