/**
 * The console's chat against the server's own slices: three hundred messages, jumps among them, and events meanwhile.
 */
import type { Message } from "@parley/contract/messages";
import { QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createJournal } from "../console/src/api/journal.ts";
import { keys } from "../console/src/api/queries.ts";
import { apply } from "../console/src/features/tickets/messages/cache.ts";
import {
  loadNewer,
  loadOlder,
  showAround,
  showLatest,
} from "../console/src/features/tickets/messages/chat.ts";
import {
  type ChatState,
  chatFromSections,
  shownOf,
} from "../console/src/features/tickets/messages/chat-state.ts";
import type { TicketRow } from "../server/src/support/ticket/access.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
let ticket: TicketRow;
beforeAll(async () => {
  world = await createWorld();
  ticket = await world.ticket({
    messages: Array.from({ length: 300 }, (_, index) => `message ${index + 1}`),
  });
});
afterAll(() => world.close());

let cache: QueryClient;
let journal: ReturnType<typeof createJournal>;
let asked: string[];
/** Runs after the server has made an answer and before the console has it. */
let onTheWay: () => void | Promise<void>;
const state = () => cache.getQueryData<ChatState>(keys.chat(ticket.id)) ?? { messages: [] };
const shown = () => shownOf(state()).map(({ seq }) => seq);
const ends = () => [shown()[0], shown().at(-1)];

beforeEach(async () => {
  asked = [];
  onTheWay = () => undefined;
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    // The first call gets it, whichever is answered first.
    const wait = onTheWay;
    onTheWay = () => undefined;
    const { statusCode, body } = await world.as("mira").get(path);
    await wait();
    return new Response(body, { status: statusCode });
  });
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  journal = createJournal(cache);
  const answer = await world.as("mira").get(`/${ticket.id}/3/chat`);
  cache.setQueryData(keys.chat(ticket.id), chatFromSections(answer.json().selectedSections));
});
afterEach(() => {
  journal.stop();
  cache.clear();
  vi.unstubAllGlobals();
});

test("the first three slices are the newest ninety messages", () => {
  expect([ends(), shown().length]).toEqual([[211, 300], 90]);
});

test("a loaded message is shown without a fetch", async () => {
  expect(await showAround(cache, ticket.id, 250)).toBe(true);
  expect(asked).toEqual([]);
});

test("a reader continues after a jump down to the newest and up, and returns to three slices", async () => {
  expect(await showAround(cache, ticket.id, 120)).toBe(true);
  expect(ends()).toEqual([90, 150]);
  await loadOlder(cache, ticket.id);
  await loadNewer(cache, ticket.id);
  expect(ends()).toEqual([60, 180]);
  await loadNewer(cache, ticket.id);
  expect([ends(), state().passage]).toEqual([[60, 300], undefined]);
  showLatest(cache, ticket.id);
  expect(ends()).toEqual([211, 300]);
});

test("reading upwards ends at the first message", async () => {
  for (let slice = 0; slice < 8; slice++) await loadOlder(cache, ticket.id);
  expect(shown()).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  expect(asked).toHaveLength(7);
});

test("an unknown number changes nothing", async () => {
  expect(await showAround(cache, ticket.id, 301)).toBe(false);
  expect(asked).toHaveLength(1);
  expect(ends()).toEqual([211, 300]);
});

test("a slice that a jump has overtaken is not shown elsewhere", async () => {
  const late = Promise.withResolvers<void>();
  onTheWay = () => late.promise;
  const older = loadOlder(cache, ticket.id);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await showAround(cache, ticket.id, 100);
  late.resolve();
  await older;
  expect(ends()).toEqual([70, 130]);
});

test("an event during the fetch of a slice is not undone by it", async () => {
  const { messageid, created_on } = await messageAt(200);
  onTheWay = () =>
    journal.record(() =>
      apply(cache, {
        name: "messageUpdate",
        payload: { ticketid: ticket.id, messageid, created_on, content: "corrected" },
      }),
    );
  await loadOlder(cache, ticket.id);
  expect(state().messages.find(({ seq }) => seq === 200)?.content).toBe("corrected");
});

async function messageAt(seq: number): Promise<Message> {
  const answer = await world.as("mira").get(`/get-chat-slice?ticketid=${ticket.id}&after=${seq - 1}`);
  const [first] = Object.values<Message[]>(answer.json().selectedSections).flat();
  if (first?.seq !== seq) throw new Error(`There is no message ${seq}`);
  return first;
}
