import "../../../sample/with-storage.ts";
import type { Message, SendMessage } from "@parley/contract/messages";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { keys } from "../../../api/queries.ts";
import { message } from "../../../sample/build.ts";
import { fakeStorage } from "../../../sample/storage.ts";
import { useToasts } from "../../../ui/toast.ts";
import type { ChatState } from "../messages/chat-state.ts";
import { clearDrafts, localDraft, write as writeDraft } from "./drafts.ts";
import { registerComposer, useHeld } from "./guard.ts";
import { markSeen } from "./last-seen.ts";
import { stillUnsent, useOutbox } from "./outbox.ts";
import { send, sendAgain, sendUnreached } from "./sending.ts";

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
  vi.stubGlobal("localStorage", fakeStorage());
  clearDrafts();
  useToasts.setState({ toasts: [] });
  calls = [];
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    const answer = Promise.withResolvers<Response>();
    if (_path === "/save-draft") return answer.promise;
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
afterEach(() => {
  // A draft that is saved later would be a call of another test.
  clearDrafts();
  vi.unstubAllGlobals();
});

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

test("a text refused after the reply window becomes the draft again, with the texts that wait behind it", async () => {
  onTestFinished(registerComposer(ticketid));
  writeDraft(cache, ticketid, "third");
  write("first");
  write("second");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(409, { code: "reply_window_closed", message: "Closed." });
  await vi.waitFor(() => expect(unsent()).toEqual([]));
  expect(localDraft(ticketid)?.text).toBe("first\nsecond\nthird");
  expect([calls.length, useToasts.getState().toasts]).toEqual([1, []]);
});

test("an agent who has left the chat sees that the text is kept there", async () => {
  write("first");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(409, { code: "reply_window_closed", message: "Closed." });
  await vi.waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  expect(localDraft(ticketid)?.text).toBe("first");
});

test("an uncertain message stays, and sending it again repeats its id", async () => {
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

test("texts that a lost connection kept back are sent automatically, in order, and the reply guard still holds", async () => {
  markSeen(ticketid, 4);
  write("first");
  write("second");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.cut();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  calls[1]?.cut();
  await vi.waitFor(() => expect(unsent().map(({ trouble }) => trouble?.unreachable)).toEqual([true, true]));
  markSeen(ticketid, 9);
  sendUnreached(cache);
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  expect(calls[2]?.body).toEqual(calls[0]?.body);
  arrives(2, 5);
  await vi.waitFor(() => expect(calls).toHaveLength(4));
  expect(calls[3]?.body.messageid).toBe(calls[1]?.body.messageid);
  arrives(3, 6);
  await vi.waitFor(() => expect(unsent()).toEqual([]));
});

test("a refused text is not sent automatically", async () => {
  write("Hello");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(409, { code: "ticket_closed", message: "This ticket is closed." });
  await vi.waitFor(() => expect(unsent()).toMatchObject([{ trouble: { unreachable: false } }]));
  sendUnreached(cache);
  expect(unsent()).toMatchObject([{ trouble: { unreachable: false } }]);
  expect(calls).toHaveLength(1);
});

test("texts are sent in the order they were written, and other tickets do not wait", async () => {
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

test("a failed text does not delay the next", async () => {
  write("first");
  write("second");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.cut();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  arrives(1, 1);
  await vi.waitFor(() => expect(shown()).toEqual(["second"]));
});

test("the server's row replaces the unsent message, whichever way it came", () => {
  write("Hello");
  const [entry] = unsent();
  const row = message({ messageid: entry?.messageid });
  expect(stillUnsent(unsent(), ticketid, [row])).toEqual([]);
  expect(stillUnsent(unsent(), ticketid, [])).toHaveLength(1);
  expect(stillUnsent(unsent(), crypto.randomUUID(), [])).toEqual([]);
});

describe("when the client has written meanwhile", () => {
  let ticketid: string;
  beforeEach(() => {
    ticketid = crypto.randomUUID();
    cache.setQueryData<ChatState>(keys.chat(ticketid), { messages: [] });
  });
  const news = (...seqs: number[]): Message[] => seqs.map((seq) => message({ seq, content: `news ${seq}` }));
  const refuses = (number: number, ...seqs: number[]) =>
    calls[number]?.answer(409, {
      code: "client_wrote",
      message: "…",
      news: news(...seqs),
      lastSeq: seqs.at(-1),
    });
  const written = () => localDraft(ticketid)?.text;

  test("a refusal carries the last seen number; the text returns to its composer, and is sent with the new number", async () => {
    const leave = registerComposer(ticketid);
    markSeen(ticketid, 4);
    write("Hello", ticketid);
    await vi.waitFor(() => expect(calls[0]?.body.seenSeq).toBe(4));
    refuses(0, 5, 6);
    await vi.waitFor(() => expect(written()).toBe("Hello"));
    expect(unsent()).toEqual([]);
    expect(useHeld.getState()[ticketid]?.news.map(({ seq }) => seq)).toEqual([5, 6]);
    expect(cache.getQueryData<ChatState>(keys.chat(ticketid))?.messages).toMatchObject([
      { content: "news 5" },
      { content: "news 6" },
    ]);
    expect(useToasts.getState().toasts).toEqual([]);
    write("Hello", ticketid);
    await vi.waitFor(() => expect(calls[1]?.body.seenSeq).toBe(6));
    leave();
  });

  test("later texts return with a refused one, in order, before the present text", async () => {
    write("first", ticketid);
    write("second", ticketid);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    writeDraft(cache, ticketid, "third");
    refuses(0, 7);
    await vi.waitFor(() => expect(written()).toBe("first\nsecond\nthird"));
    expect(unsent()).toEqual([]);
    write("elsewhere", crypto.randomUUID());
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.body.content).toBe("elsewhere");
  });

  test("earlier failures stay unchanged when a text is refused", async () => {
    write("failed", ticketid);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    calls[0]?.cut();
    write("refused", ticketid);
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    refuses(1, 8);
    await vi.waitFor(() => expect(written()).toBe("refused"));
    expect(unsent()).toMatchObject([{ content: "failed", trouble: { unreachable: true } }]);
  });

  test("the quoted message is kept, and an agent who went on to another chat is notified", async () => {
    const asked = message({ seq: 3 });
    cache.setQueryData<ChatState>(keys.chat(ticketid), { messages: [asked] });
    send(cache, { ticketid, content: "Hello", replyTo: asked });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    refuses(0, 9);
    await vi.waitFor(() => expect(useHeld.getState()[ticketid]?.replyTo).toEqual(asked));
    expect(useToasts.getState().toasts).toHaveLength(1);
  });

  test("Retry sends with the number seen when it is pressed", async () => {
    markSeen(ticketid, 10);
    write("Hello", ticketid);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    calls[0]?.cut();
    await vi.waitFor(() => expect(unsent()).toMatchObject([{ trouble: { unreachable: true } }]));
    markSeen(ticketid, 12);
    const [entry] = unsent();
    if (entry) sendAgain(cache, entry);
    await vi.waitFor(() => expect(calls[1]?.body.seenSeq).toBe(12));
    expect(calls[1]?.body.messageid).toBe(calls[0]?.body.messageid);
  });
});

describe("a text that leaves later", () => {
  const later = "70000000-0000-4000-8000-0000000000aa";
  const outgoing = (messageid: string) => ({
    messageid,
    ticketid: later,
    userid: "mira",
    due_on: "2099-01-01T09:00:00.000Z",
  });
  beforeEach(() =>
    cache.setQueryData(keys.outgoing(later), { outgoing: [], opening: null, time_zone: "UTC" }),
  );

  test("a text that is sent later is scheduled with its id, and a retry repeats the same call", async () => {
    send(cache, { ticketid: later, content: "Later", replyTo: null, leaves: "tomorrow" });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ content: "Later", leaves: "tomorrow" });
    calls[0]?.cut();
    await vi.waitFor(() => expect(unsent()).toMatchObject([{ trouble: { unreachable: true } }]));
    sendUnreached(cache);
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.body).toEqual(calls[0]?.body);
    calls[1]?.answer(200, { outgoing: outgoing(calls[1].body.messageid ?? ""), message: null });
    await vi.waitFor(() => expect(unsent()).toEqual([]));
    expect(cache.getQueryData<{ outgoing: unknown[] }>(keys.outgoing(later))?.outgoing).toHaveLength(1);
  });

  test("with taking back on, a text is held, and one taken back before its answer came is not retried", async () => {
    cache.setQueryData(keys.profile, { takeBack: true });
    onTestFinished(() => void cache.removeQueries({ queryKey: keys.profile }));
    write("Held", later);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ leaves: "held" });
    const reason = { code: "outgoing_dropped", facts: {} };
    calls[0]?.answer(409, { code: "conflict", message: "Taken back.", reason });
    await vi.waitFor(() => expect(unsent()).toEqual([]));
  });
});
