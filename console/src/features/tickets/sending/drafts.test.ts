import type { Draft, DraftChange } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import { QueryClient } from "@tanstack/react-query";
import { array, assert, constantFrom, property, record } from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../../api/queries.ts";
import { at } from "../../../sample/build.ts";
import { fakeStorage } from "../../../sample/storage.ts";
import {
  applyDraft,
  applyEvent,
  clearDrafts,
  draftAt,
  draftsQueryOf,
  keepInTab,
  localDraft,
  noteIn,
  prependToDraft,
  saved,
  settle,
  ticketWithDraft,
  write,
} from "./drafts.ts";

const ticket = "70000000-0000-4000-8000-000000000001";
const elsewhere = "b0000000-0000-4000-8000-000000000001";
let cache: QueryClient;
let storage: Record<string, string>;
let calls: { ticketid: string; content: string; tab: string }[];
let answer: (call: { ticketid: string; content: string; tab: string }) => Promise<Response> | Response;

const shown = () => localDraft(ticket)?.text ?? saved(cache, ticket);
const waits = (milliseconds: number = limits.draftSavedAfter) => vi.advanceTimersByTimeAsync(milliseconds);
const fromElsewhere = (content: string) =>
  applyEvent(cache, { ticketid: ticket, content, updated_on: new Date().toISOString(), tab: elsewhere });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at(0)) });
  storage = fakeStorage();
  vi.stubGlobal("localStorage", storage);
  clearDrafts();
  calls = [];
  answer = (call) => Response.json({ ...call, updated_on: new Date().toISOString() });
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    const call = JSON.parse(String(init.body));
    calls.push(call);
    return answer(call);
  });
  cache = new QueryClient();
  cache.setQueryData<Draft[]>(keys.drafts, []);
});
afterEach(() => {
  clearDrafts();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a draft is stored in the browser at once, and saved when the writer pauses", async () => {
  write(cache, ticket, "De");
  await waits(limits.draftSavedAfter - 1);
  write(cache, ticket, "Dear");
  await waits(limits.draftSavedAfter - 1);
  expect([shown(), calls]).toEqual(["Dear", []]);
  expect(Object.values(storage)).toEqual(["Dear"]);
  await waits(1);
  expect(calls.map(({ content }) => content)).toEqual(["Dear"]);
  expect([shown(), saved(cache, ticket), Object.keys(storage)]).toEqual(["Dear", "Dear", []]);
});

test("a sent text leaves no draft, even when a save is still under way", async () => {
  const first = Promise.withResolvers<void>();
  answer = async (call) => {
    if (call.content) await first.promise;
    return Response.json({ ...call, updated_on: new Date().toISOString() });
  };
  write(cache, ticket, "Dear");
  await waits();
  write(cache, ticket, "");
  expect(calls.map(({ content }) => content)).toEqual(["Dear"]);
  first.resolve();
  await waits();
  expect(calls.map(({ content }) => content)).toEqual(["Dear", ""]);
  expect([shown(), saved(cache, ticket)]).toEqual(["", ""]);
});

test("a draft that was never saved needs no removing", async () => {
  write(cache, ticket, "Dear");
  write(cache, ticket, "");
  await waits();
  expect([calls, shown(), Object.keys(storage)]).toEqual([[], "", []]);
});

test("a draft stays in the browser without a connection, and is saved when there is one", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  write(cache, ticket, "Dear");
  await waits();
  expect([shown(), Object.values(storage)]).toEqual(["Dear", ["Dear"]]);
  answer = (call) => Response.json({ ...call, updated_on: new Date().toISOString() });
  settle(cache, ticket);
  await waits();
  expect([shown(), saved(cache, ticket), Object.keys(storage)]).toEqual(["Dear", "Dear", []]);
});

test("a refused draft stays in this browser and is not retried", async () => {
  answer = () => Response.json({ code: "not_found", message: "Not found." }, { status: 404 });
  write(cache, ticket, "Dear");
  await waits(60_000);
  expect([shown(), calls.length]).toEqual(["Dear", 1]);
});

test("another device's text is shown in the field, but never replaces one that is being written", async () => {
  fromElsewhere("From the phone");
  expect(shown()).toBe("From the phone");
  write(cache, ticket, "From the phone, and the desk");
  fromElsewhere("From the phone again");
  expect(shown()).toBe("From the phone, and the desk");
  await waits();
  fromElsewhere("A moment after it was saved");
  expect(shown()).toBe("From the phone, and the desk");
});

test("an agent who leaves the text, or has not edited it for a while, sees a newer draft", async () => {
  write(cache, ticket, "Dear");
  await waits();
  fromElsewhere("Newer");
  settle(cache, ticket);
  expect([shown(), calls.length]).toEqual(["Newer", 1]);
  await waits(60_000);
  fromElsewhere("Newest");
  expect(shown()).toBe("Newest");
});

test("a fetch under way does not undo a save, and the draft counts as saved after it", async () => {
  const late = Promise.withResolvers<Draft[]>();
  void cache.fetchQuery({ queryKey: keys.drafts, queryFn: () => late.promise, staleTime: 0 });
  write(cache, ticket, "Dear");
  await waits();
  late.resolve([]);
  await waits();
  expect(shown()).toBe("Dear");
  await waits(5_000);
  expect([localDraft(ticket), saved(cache, ticket), Object.keys(storage)]).toEqual([undefined, "Dear", []]);
});

test("a save that failed is tried again, six times in all", async () => {
  answer = () => Response.json({ code: "busy", message: "Busy." }, { status: 503 });
  write(cache, ticket, "Dear");
  await waits(10 * 60_000);
  expect([shown(), calls.length]).toEqual(["Dear", 6]);
  write(cache, ticket, "Dear Henrik");
  await waits();
  answer = (call) => Response.json({ ...call, updated_on: new Date().toISOString() });
  await waits(5_000);
  expect([localDraft(ticket), saved(cache, ticket), Object.keys(storage)]).toEqual([
    undefined,
    "Dear Henrik",
    [],
  ]);
});

test("a returned text stands before later text", () => {
  write(cache, ticket, "And then");
  prependToDraft(cache, ticket, "First");
  expect(shown()).toBe("First\nAnd then");
  write(cache, ticket, "");
  prependToDraft(cache, ticket, "First");
  expect(shown()).toBe("First");
});

test("an old state plus the events since equals a fresh fetch", () => {
  const ids = constantFrom<string[]>("1", "2", "3");
  const steps = array(record({ ticketid: ids, content: constantFrom<string[]>("", "a", "b") }));
  assert(
    property(steps, (done) => {
      const desk = new Map<string, Draft>();
      let list: Draft[] | undefined = [];
      for (const [minute, step] of done.entries()) {
        const change: DraftChange = { ...step, updated_on: at(minute) };
        desk.delete(step.ticketid);
        if (step.content) desk.set(step.ticketid, change);
        list = applyDraft(applyDraft(list, change), change);
      }
      expect(list).toEqual([...desk.values()].toReversed());
    }),
  );
  const late: DraftChange = { ticketid: "1", content: "old", updated_on: at(1) };
  const newer: Draft = { ticketid: "1", content: "new", updated_on: at(2) };
  expect(applyDraft([newer], late)).toEqual([newer]);
  expect(applyDraft(undefined, late)).toBeUndefined();
});

test("a saved draft of a ticket that leaves the agent's sight stays in this browser", () => {
  fromElsewhere("Dear Olena");
  keepInTab(cache, ticket);
  cache.setQueryData<Draft[]>(keys.drafts, []);
  expect(shown()).toBe("Dear Olena");
  expect(Object.values(storage)).toEqual(["Dear Olena"]);
  expect(ticketWithDraft(cache, ticket.slice(0, 8))).toBe(ticket);
  expect(ticketWithDraft(cache, "80000000")).toBeUndefined();
});

test("an unsent message, note and mail stay apart: each is saved by its own call, and sending one leaves the others", async () => {
  cache.setQueryData<Draft[]>(keys.noteDrafts, []);
  const paths: string[] = [];
  const answering = fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    paths.push(`${path.split("?")[0]} ${JSON.parse(String(init.body)).content}`);
    return answering(path, init);
  });
  const mailTicket = "70000000-0000-4000-8000-000000000002";
  const mail = {
    ...{ kind: "reply" as const, about: null, quoted: true, to: [], cc: [], bcc: [], subject: "Re" },
    ...{ html: "<p>Dear Olena</p>", files: [] },
  };
  write(cache, ticket, "To the client");
  write(cache, noteIn(ticket), "For us alone");
  write(cache, mailTicket, "Dear Olena", mail);
  write(cache, noteIn(mailTicket), "Check her order");
  await waits();
  expect(paths.sort()).toEqual([
    "/save-draft Dear Olena",
    "/save-draft To the client",
    "/save-note-draft Check her order",
    "/save-note-draft For us alone",
  ]);
  write(cache, ticket, "");
  write(cache, noteIn(mailTicket), "");
  await waits();
  const at = (place: string) => draftAt(place, cache.getQueryData(draftsQueryOf(place).queryKey));
  expect(at(ticket)).toBeUndefined();
  expect(at(noteIn(ticket))?.content).toBe("For us alone");
  expect(at(mailTicket)).toMatchObject({ content: "Dear Olena", mail });
  expect(at(noteIn(mailTicket))).toBeUndefined();
});
