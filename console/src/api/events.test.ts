import { EventEmitter } from "node:events";
import type { AgentRow } from "@parley/contract/agents";
import { limits } from "@parley/contract/limits";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventHandlers } from "../features/account/live/event-handlers.ts";
import { consumeSessionEnd } from "../features/session/session-end.ts";
import { agents, colleague, message, profileOf, sharedTicket, ticketOf } from "../sample/build.ts";
import { useConnection } from "./connection.ts";
import { openLive, sendSeen, watchMentions, watchTicket } from "./events.ts";
import { holdFirstFetches, untilConnected } from "./first-fetches.ts";
import { agentPageQuery, colleaguesQuery, keys, openTicketsQuery, profileQuery } from "./queries.ts";

/** The socket as the library returns it: `incoming` emits its events, `said` collects what we send. */
const wire = vi.hoisted(() => ({ current: null as null | FakeSocket }));

class FakeSocket {
  readonly incoming = new EventEmitter();
  readonly said: [string, unknown][] = [];
  readonly acks: ((() => void) | undefined)[] = [];
  connected = false;
  active = true;
  readonly connect = vi.fn();
  readonly disconnect = vi.fn(() => this);
  readonly io = { engine: { close: vi.fn() } };
  on(name: string, listener: (...payload: unknown[]) => void) {
    this.incoming.on(name, listener);
  }
  emit(name: string, payload: unknown, ack?: () => void) {
    this.said.push([name, payload]);
    this.acks.push(ack);
  }
  timeout(milliseconds: number) {
    const timed = (name: string, payload: unknown, ack: () => void) => {
      this.emit(name, payload, ack);
      setTimeout(ack, milliseconds);
    };
    return { emit: timed };
  }
  opens() {
    this.connected = true;
    this.incoming.emit("connect");
  }
  drops(reason: string) {
    this.connected = false;
    this.incoming.emit("disconnect", reason);
  }
}

vi.mock("socket.io-client", () => ({
  io: () => {
    wire.current = new FakeSocket();
    return wire.current;
  },
}));

let cache: QueryClient;
let socket: FakeSocket;
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  close = openLive(cache, eventHandlers(cache, agents.mira));
  if (!wire.current) throw new Error("No connection was opened");
  socket = wire.current;
});
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a refused connection asks whether the session is over, and tries again", () => {
  cache.setQueryData(keys.session, { status: "valid" });
  socket.active = false;
  socket.incoming.emit("connect_error", new Error("signed_out"));
  expect(useConnection.getState().state).toBe("offline");
  expect(cache.getQueryState(keys.session)?.isInvalidated).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(socket.connect).toHaveBeenCalledOnce();
});

test.each([
  ["signed_out", true],
  ["two_step_required", true],
  ["origin", true],
  ["not_ready", false],
  ["rate_limited", false],
])("a handshake refused with %s asks whether the session is over: %s", (message, asks) => {
  cache.setQueryData(keys.session, { status: "valid" });
  const context = { responseText: JSON.stringify({ code: 4, message }) };
  socket.incoming.emit(
    "connect_error",
    Object.assign(new Error("xhr poll error"), { description: 403, context }),
  );
  expect(useConnection.getState().state).toBe("offline");
  expect(cache.getQueryState(keys.session)?.isInvalidated).toBe(asks);
  // The library retries by itself.
  vi.advanceTimersByTime(1000);
  expect(socket.connect).not.toHaveBeenCalled();
});

test("a connection does not fetch the session, which its handshake has proved", () => {
  cache.setQueryData(keys.session, { status: "valid" });
  cache.setQueryData(keys.colleagues, []);
  socket.opens();
  return vi.waitFor(() => {
    expect(cache.getQueryState(keys.colleagues)?.isInvalidated).toBe(true);
    expect(cache.getQueryState(keys.session)?.isInvalidated).toBe(false);
  });
});

test("mentions are asked for once the first connection stands, and listed when the server has subscribed", async () => {
  holdFirstFetches(20);
  let done = false;
  const watching = watchMentions().then(() => {
    done = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(socket.said).toEqual([]);
  socket.opens();
  await vi.advanceTimersByTimeAsync(10);
  expect([socket.said, done]).toEqual([[["watchMentions", {}]], false]);
  socket.acks[0]?.();
  await watching;
  socket.drops("transport close");
  await watchMentions();
  expect(socket.said).toHaveLength(1);
});

test("a server that does not answer keeps nobody from their mentions", async () => {
  socket.opens();
  const watching = watchMentions();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(watching).resolves.toBeUndefined();
});

test("fetches that waited for the first connection run once, and again after the next", async () => {
  const answer = vi.fn(async () => [ticketOf(agents.mira)]);
  const profile = vi.fn(async () => profileOf(agents.mira));
  holdFirstFetches(20);
  const stop = [
    new QueryObserver(cache, { ...profileQuery, queryFn: profile }).subscribe(() => undefined),
    new QueryObserver(cache, {
      ...openTicketsQuery,
      queryFn: async () => {
        await untilConnected();
        return answer();
      },
    }).subscribe(() => undefined),
  ];
  await vi.advanceTimersByTimeAsync(100);
  expect(answer).not.toHaveBeenCalled();
  socket.opens();
  await vi.runAllTimersAsync();
  expect([answer, profile].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  socket.drops("transport close");
  socket.opens();
  await vi.runAllTimersAsync();
  expect([answer, profile].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  for (const leave of stop) leave();
});

test("no fetch waits for the connection on a slow network", () => {
  holdFirstFetches(100);
  expect(untilConnected()).toBeUndefined();
});

test("a page that opens behind a fetch which did not wait leaves that one to be repeated", async () => {
  const answer = vi.fn(async () => [ticketOf(agents.mira)]);
  holdFirstFetches(100);
  const stop = new QueryObserver(cache, { ...openTicketsQuery, queryFn: answer }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  holdFirstFetches(0);
  socket.opens();
  await vi.runAllTimersAsync();
  expect(answer).toHaveBeenCalledTimes(2);
  stop();
});

test("a first fetch without an answer does not delay another's repeat", async () => {
  const answer = vi.fn(async () => [ticketOf(agents.mira)]);
  const stop = [
    new QueryObserver(cache, {
      queryKey: ["unanswered"],
      queryFn: () => new Promise<never>(() => undefined),
    }).subscribe(() => undefined),
    new QueryObserver(cache, { ...openTicketsQuery, queryFn: answer }).subscribe(() => undefined),
  ];
  await vi.advanceTimersByTimeAsync(0);
  expect(answer).toHaveBeenCalledTimes(1);
  socket.opens();
  await vi.runAllTimersAsync();
  expect(answer).toHaveBeenCalledTimes(2);
  for (const leave of stop) leave();
});

test("a slow connection is not waited for; once it stands, the screen's data is fetched again", async () => {
  const answer = vi.fn(async () => [ticketOf(agents.mira)]);
  const queryFn = async () => {
    await untilConnected();
    return answer();
  };
  holdFirstFetches(20);
  const stop = new QueryObserver(cache, { ...openTicketsQuery, queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(500);
  expect(answer).toHaveBeenCalledOnce();
  socket.opens();
  await vi.runAllTimersAsync();
  expect(answer).toHaveBeenCalledTimes(2);
  stop();
});

test("the session is not asked for while the server is unreachable", () => {
  cache.setQueryData(keys.session, { status: "valid" });
  socket.incoming.emit("connect_error", Object.assign(new Error("xhr poll error"), { description: 0 }));
  expect(cache.getQueryState(keys.session)?.isInvalidated).toBe(false);
});

test("a connection that the server closes is opened again, one that the console closes is not", () => {
  socket.opens();
  socket.drops("io server disconnect");
  expect(useConnection.getState().state).toBe("offline");
  vi.advanceTimersByTime(1000);
  expect(socket.connect).toHaveBeenCalledOnce();
  socket.opens();
  socket.drops("io client disconnect");
  expect(useConnection.getState().state).not.toBe("offline");
});

test("a browser that goes offline closes the socket at once, and back online opens it", () => {
  socket.opens();
  window.dispatchEvent(new Event("offline"));
  expect(socket.io.engine.close).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
  expect(socket.connect).not.toHaveBeenCalled();
  socket.drops("transport close");
  window.dispatchEvent(new Event("online"));
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("the end of the session is noticed at once", () => {
  socket.incoming.emit("sessionEnded", { why: "disabled" });
  expect(cache.getQueryData(keys.session)).toEqual({ status: "invalid" });
  expect(consumeSessionEnd()).toBe("disabled");
  expect(consumeSessionEnd()).toBe("ended");
});

test("after a reconnection the screen's data is fetched before it is called current", async () => {
  const answer = vi.fn(async () => [ticketOf(agents.mira)]);
  const observer = new QueryObserver(cache, { ...openTicketsQuery, queryFn: answer });
  const stop = observer.subscribe(() => undefined);
  socket.opens();
  await vi.runAllTimersAsync();
  const before = answer.mock.calls.length;
  socket.drops("transport close");
  socket.opens();
  expect(useConnection.getState().state).toBe("catchingUp");
  await vi.runAllTimersAsync();
  expect(answer).toHaveBeenCalledTimes(before + 1);
  expect(useConnection.getState()).toMatchObject({ state: "live", caughtUpAt: expect.any(Date) });
  stop();
});

test("a ticket on screen is watched, also on the next connection, until it leaves", () => {
  const { ticketid } = sharedTicket();
  socket.opens();
  const leave = watchTicket(ticketid);
  socket.drops("transport close");
  socket.opens();
  leave();
  expect(socket.said).toEqual([
    ["openTicket", { ticketid }],
    ["openTicket", { ticketid }],
    ["closeView", { ticketid }],
  ]);
});

test("nothing is sent or kept for later without a connection", () => {
  sendSeen(sharedTicket().ticketid, 4);
  socket.opens();
  expect(socket.said).toEqual([]);
});

test("agents who come online or leave are shown in the administrators' list and profile too", () => {
  const row = { userid: agents.jonas.id, status: "offline" } as AgentRow;
  cache.setQueryData(agentPageQuery({ limit: 10 }).queryKey, {
    agents: [row],
    onlineAgents: 0,
    totalAgents: 1,
    foundAgents: 1,
  });
  cache.setQueryData(keys.agentProfile("jonas"), { user: row });
  const shown = () => [
    cache.getQueryData(agentPageQuery({ limit: 10 }).queryKey)?.agents[0]?.status,
    cache.getQueryData<{ user: AgentRow }>(keys.agentProfile("jonas"))?.user.status,
  ];
  socket.incoming.emit("userLogin", { id: agents.jonas.id });
  expect(shown()).toEqual(["online", "online"]);
  // The event was made before the login and is received after it.
  socket.incoming.emit("updateAgentRow", { ...row, first_name: "Jonas" });
  expect(shown()).toEqual(["online", "online"]);
  socket.incoming.emit("userLogout", { id: agents.jonas.id });
  expect(shown()).toEqual(["offline", "offline"]);
});

test("a colleague who leaves or returns changes the counts of private chats", () => {
  const jonas = colleague(agents.jonas.id, "online");
  const isAsked = () => cache.getQueryState(keys.privateChats)?.isInvalidated;
  cache.setQueryData(colleaguesQuery.queryKey, [jonas]);
  for (const [enabled, asked] of [
    [true, false],
    [false, true],
    [false, false],
    [true, true],
  ]) {
    cache.setQueryData(keys.privateChats, []);
    socket.incoming.emit("updateAgent", { ...jonas, enabled });
    expect([enabled, isAsked()]).toEqual([enabled, asked]);
  }
});

test("each event reaches the data it is about", () => {
  const jonas = colleague(agents.jonas.id, "offline");
  const ticket = sharedTicket();
  cache.setQueryData(colleaguesQuery.queryKey, [jonas]);
  cache.setQueryData(openTicketsQuery.queryKey, []);
  cache.setQueryData(keys.chat(ticket.ticketid), { messages: [message({ seq: 1 })] });
  socket.incoming.emit("userLogin", { id: jonas.id });
  socket.incoming.emit("newTicket", ticket);
  const second = message({ seq: 2, content: "Are you there?" });
  socket.incoming.emit("newMessage", second);
  socket.incoming.emit("messageUpdate", { ...second, content: "Is anybody there?" });
  expect(cache.getQueryData(colleaguesQuery.queryKey)).toMatchObject([{ status: "online" }]);
  expect(cache.getQueryData(openTicketsQuery.queryKey)).toMatchObject([
    { unread: 2, last_message: { content: "Is anybody there?" } },
  ]);
  expect(cache.getQueryData(keys.chat(ticket.ticketid))).toMatchObject({
    messages: [{ seq: 1 }, { seq: 2, content: "Is anybody there?" }],
  });
  vi.advanceTimersByTime(limits.typingExpires);
});
