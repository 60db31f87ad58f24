import "../../../sample/with-storage.ts";
import type { CreatePrivateMessage, PrivateMessage } from "@parley/contract/private-chat";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../../api/queries.ts";
import { agents } from "../../../sample/build.ts";
import type { PrivateChat } from "./chat-state.ts";
import { stillUnsent, useOutbox } from "./outbox.ts";
import { giveUp, send, sendAgain } from "./sending.ts";

const jonas = agents.jonas.id;
const cache = new QueryClient();
const unsent = () => useOutbox.getState().unsent;
const shown = () => cache.getQueryData<PrivateChat>(keys.privateChat(jonas))?.messages ?? [];

type Call = { body: CreatePrivateMessage; answer: (status: number, body: unknown) => void; cut: () => void };
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
  const chat: PrivateChat = { chatid: "chat", messages: [], own_read: 0, colleague_read: 0 };
  cache.setQueryData(keys.privateChat(jonas), chat);
});
afterEach(() => vi.unstubAllGlobals());

const called = (times: number) => vi.waitFor(() => expect(calls).toHaveLength(times));

function arrives(number: number, seq: number) {
  const { messageid = "", content = "" } = calls[number]?.body ?? {};
  const message: Partial<PrivateMessage> = {
    messageid,
    content,
    seq,
    chatid: "chat",
    senderid: agents.mira.id,
    receiverid: jonas,
  };
  calls[number]?.answer(200, message);
}

test("a refused message stays, with the server's own words, until it is discarded", async () => {
  send(cache, jonas, "Hello");
  await called(1);
  calls[0]?.answer(404, { code: "not_found", message: "Not found." });
  await vi.waitFor(() =>
    expect(unsent()).toMatchObject([{ trouble: { unreachable: false, reason: "Not found." } }]),
  );
  giveUp(unsent()[0]?.messageid ?? "");
  expect(unsent()).toEqual([]);
});

test("an interrupted message is in doubt, and Retry repeats its id, so that it cannot double", async () => {
  send(cache, jonas, "Hello");
  await called(1);
  calls[0]?.cut();
  await vi.waitFor(() => expect(unsent()).toMatchObject([{ trouble: { unreachable: true } }]));
  const [entry] = unsent();
  if (!entry) throw new Error("Nothing is kept");
  sendAgain(cache, entry);
  expect(unsent()).toMatchObject([{ trouble: null }]);
  await called(2);
  expect(calls[1]?.body).toEqual(calls[0]?.body);
  arrives(1, 1);
  await vi.waitFor(() => expect(unsent()).toEqual([]));
  expect(shown()).toHaveLength(1);
});

test("messages arrive in the order they were written, each shown once", async () => {
  send(cache, jonas, "one");
  send(cache, jonas, "two");
  await called(1);
  expect(unsent().map(({ content }) => content)).toEqual(["one", "two"]);
  arrives(0, 1);
  await called(2);
  expect(stillUnsent(unsent(), jonas, shown()).map(({ content }) => content)).toEqual(["two"]);
  arrives(1, 2);
  await vi.waitFor(() => expect(unsent()).toEqual([]));
  expect(shown().map(({ content }) => content)).toEqual(["one", "two"]);
});

test("unsent messages to one colleague are not shown with another", () => {
  send(cache, jonas, "for Jonas");
  expect(stillUnsent(unsent(), agents.naledi.id, [])).toEqual([]);
});
