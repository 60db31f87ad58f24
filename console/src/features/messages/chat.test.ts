import type { Message, SliceAnswer } from "@parley/contract/messages";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Given } from "../../api/address.ts";
import { createJournal } from "../../api/journal.ts";
import { keys } from "../../api/queries.ts";
import { message } from "../../sample/build.ts";
import { apply } from "./cache.ts";
import { loadNewer, loadOlder, showAround, showLatest } from "./chat.ts";
import { type ChatState, shownOf } from "./chat-state.ts";

const server = vi.hoisted(() => ({ asked: [] as string[], answer: vi.fn() }));
vi.mock("../../api/client.ts", async () => {
  const { addressOf } = await import("../../api/address.ts");
  return {
    call: (name: "getChat", given: Given<"getChat">) => {
      const { address } = addressOf(name, given);
      server.asked.push(address);
      return server.answer(new URL(address, "http://desk").searchParams);
    },
  };
});

const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message({ seq: from + index }));
const sliceOf = (messages: Message[]): SliceAnswer => ({
  selectedSections: { "2026-11-21": messages },
  targetSectionIndex: null,
  newIndex: 1,
});
const { ticketid } = message();

let cache: QueryClient;
let journal: ReturnType<typeof createJournal>;
const state = () => cache.getQueryData<ChatState>(keys.chat(ticketid)) ?? { messages: [] };
const shown = () => shownOf(state()).map(({ seq }) => seq);
const ends = () => [shown()[0], shown().at(-1)];

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  journal = createJournal(cache);
  cache.setQueryData(keys.chat(ticketid), { messages: run(211, 300) });
  server.asked.length = 0;
  server.answer.mockImplementation((query: URLSearchParams) => {
    const [around, before, after] = ["around", "before", "after"].map((name) => Number(query.get(name)));
    if (around) return sliceOf(run(Math.max(1, around - 30), Math.min(300, around + 30)));
    if (before) return sliceOf(run(Math.max(1, before - 30), before - 1));
    return sliceOf(run((after ?? 0) + 1, Math.min(300, (after ?? 0) + 30)));
  });
});
afterEach(() => {
  journal.stop();
  cache.clear();
});

test("what is here already is shown without asking", async () => {
  expect(await showAround(cache, ticketid, 250)).toBe(true);
  expect(server.asked).toEqual([]);
});

test("from a jump one reads on, down to the newest and up, and returns to three slices", async () => {
  expect(await showAround(cache, ticketid, 120)).toBe(true);
  expect(ends()).toEqual([90, 150]);
  await loadOlder(cache, ticketid);
  await loadNewer(cache, ticketid);
  expect(ends()).toEqual([60, 180]);
  await loadNewer(cache, ticketid);
  expect([ends(), state().passage]).toEqual([[60, 300], undefined]);
  showLatest(cache, ticketid);
  expect(ends()).toEqual([211, 300]);
});

test("an empty answer changes nothing", async () => {
  server.answer.mockResolvedValue(null);
  expect(await showAround(cache, ticketid, 120)).toBe(false);
  expect(ends()).toEqual([211, 300]);
});

test("a slice that a jump has overtaken is not shown where it does not belong", async () => {
  let answerLate: (slice: SliceAnswer) => void = () => undefined;
  server.answer.mockImplementationOnce(() => new Promise((resolve) => (answerLate = resolve)));
  const older = loadOlder(cache, ticketid);
  await showAround(cache, ticketid, 100);
  answerLate(sliceOf(run(181, 210)));
  await older;
  expect(ends()).toEqual([70, 130]);
});

test("an event that comes while a slice is on its way is not undone by it", async () => {
  const edited = message({ seq: 200 });
  server.answer.mockImplementationOnce(async () => {
    const { messageid, created_on } = edited;
    journal.record(() =>
      apply(cache, {
        name: "messageUpdate",
        payload: { ticketid, messageid, created_on, content: "corrected" },
      }),
    );
    return sliceOf(run(181, 210));
  });
  await loadOlder(cache, ticketid);
  expect(state().messages.find(({ seq }) => seq === 200)?.content).toBe("corrected");
});
