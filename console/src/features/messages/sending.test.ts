import type { SendMessage } from "@parley/contract/messages";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/queries.ts";
import { message } from "../../sample/build.ts";
import type { ChatState } from "./chat-state.ts";
import { stillUnsent, useOutbox } from "./outbox.ts";
import { send, sendAgain } from "./sending.ts";

const ticketid = message().ticketid;
const cache = new QueryClient();
const unsent = () => useOutbox.getState().unsent;
const shown = () =>
  cache.getQueryData<ChatState>(keys.chat(ticketid))?.messages.map(({ content }) => content);
const write = (content: string, ticket = ticketid) =>
  send(cache, { ticketid: ticket, content, replyTo: null });

type Call = { body: SendMessage; answer: (status: number, body: unknown) => void; cut: () => void };
let calls: Call[];

beforeEach(() => {
  calls = [];
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    const answer = Promise.withResolvers<Response>();
    calls.push({
      body: JSON.parse(String(init.body)),
      answer: (status, body) => answer.resolve(Response.json(body, { status })),
      cut: () => answer.reject(new TypeError("Failed to fetch")),
    });
    return answer.promise;
  });
  useOutbox.setState({ unsent: [] });
  cache.setQueryData<ChatState>(keys.chat(ticketid), { messages: [] });
});
afterEach(() => vi.unstubAllGlobals());

const arrives = (number: number, seq: number) => {
  const call = calls[number];
  call?.answer(
    200,
    message({ seq, messageid: call.body.messageid, content: call.body.content, isagent: true }),
  );
};

test("a refused message stays, with the server's own words", async () => {
  write("Hello");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(409, { code: "ticket_closed", message: "This ticket is closed." });
  await vi.waitFor(() =>
    expect(unsent()).toMatchObject([{ trouble: { unreachable: false, reason: "This ticket is closed." } }]),
  );
});

test("what may not have arrived stays, and sending it again repeats its id", async () => {
  write("Hello");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.cut();
  await vi.waitFor(() => expect(unsent()).toMatchObject([{ trouble: { unreachable: true } }]));
  const [entry] = unsent();
  if (entry) sendAgain(cache, entry);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body.messageid).toBe(calls[0]?.body.messageid);
  arrives(1, 1);
  await vi.waitFor(() => expect(unsent()).toEqual([]));
  expect(shown()).toEqual(["Hello"]);
});

test("texts leave in the order they were written, other tickets do not wait", async () => {
  const other = crypto.randomUUID();
  write("first");
  write("second");
  write("elsewhere", other);
  await vi.waitFor(() => expect(calls.map(({ body }) => body.content)).toEqual(["first", "elsewhere"]));
  arrives(0, 1);
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  arrives(2, 2);
  await vi.waitFor(() => expect(shown()).toEqual(["first", "second"]));
});

test("one that fails does not hold up the next", async () => {
  write("first");
  write("second");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.cut();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  arrives(1, 1);
  await vi.waitFor(() => expect(shown()).toEqual(["second"]));
});

test("the server's row takes the place of ours, whichever way it came", () => {
  write("Hello");
  const [entry] = unsent();
  const row = message({ messageid: entry?.messageid });
  expect(stillUnsent(unsent(), ticketid, [row])).toEqual([]);
  expect(stillUnsent(unsent(), ticketid, [])).toHaveLength(1);
  expect(stillUnsent(unsent(), crypto.randomUUID(), [])).toEqual([]);
});
