/**
 * Cached answers plus an event equal a fresh fetch, for every event of the contract, through the handlers of the live
 * connection. An event that a handler forgets makes its world fail, which is tested too.
 */
import { type ServerEventName, serverEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EventHandlers } from "../../../api/events.ts";
import { agents } from "../../../sample/build.ts";
import { typingIn } from "../../tickets/messages/typing.ts";
import { eventHandlers } from "./event-handlers.ts";
import { chat } from "./worlds/chat.ts";
import { company } from "./worlds/company.ts";
import { notes } from "./worlds/notes.ts";
import { own } from "./worlds/own.ts";
import { people } from "./worlds/people.ts";
import { tickets } from "./worlds/tickets.ts";
import { id, type World } from "./worlds/world.ts";

const { mira } = agents;
const worlds: Record<string, World> = { ...tickets, ...chat, ...notes, ...own, ...people, ...company };

/** Runs steps of a world that the console receives; `silent` is an event that its handler forgets. */
function property({ start, steps, viewer = mira }: World, silent?: ServerEventName) {
  const emoji = fc
    .string({ unit: fc.constantFrom("a", "🎉", "é"), maxLength: 3 })
    .map((text) => text.repeat(90));
  const does = fc.tuple(fc.constantFrom(...steps), fc.nat({ max: 5 }), fc.oneof(fc.string(), emoji));
  return fc.property(fc.array(does, { minLength: 1, maxLength: 25 }), fc.boolean(), (history, twice) => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    try {
      const server = start();
      for (const [key, answer] of server.answers()) cache.setQueryData(key, structuredClone(answer));
      const handlers: EventHandlers = eventHandlers(cache, viewer);
      for (const step of history) {
        const heard = structuredClone(server.step(...step)).filter(({ name }) => name !== silent);
        for (const { name, payload } of twice ? [...heard, ...heard] : heard) {
          (handlers[name] as (payload: unknown) => void)(payload);
        }
        for (const [key, fresh] of server.answers()) {
          // The console fetches again what a handler can only mark as out of date.
          if (cache.getQueryState(key)?.isInvalidated) cache.setQueryData(key, structuredClone(fresh));
          expect(cache.getQueryData(key)).toEqual(fresh);
        }
      }
    } finally {
      cache.clear();
    }
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a ticket's mark that arrives after later events takes nothing of them back", () => {
  const marks = new Set(["numbers", "tags", "prioritises", "fills"]);
  const { start, steps } = worlds.tickets as World;
  const does = fc.tuple(fc.constantFrom(...steps), fc.nat({ max: 2 }), fc.constantFrom("a", "b"));
  const some = fc.array(does, { minLength: 3, maxLength: 25 });
  fc.assert(
    fc.property(some, fc.nat(), (history, which) => {
      const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      const server = start();
      for (const [key, answer] of server.answers()) cache.setQueryData(key, structuredClone(answer));
      const handlers: EventHandlers = eventHandlers(cache, mira);
      const heardOf = history.map((step) => structuredClone(server.step(...step)));
      const heard = heardOf.flat();
      const wholes = heardOf.filter((_, at) => marks.has(history[at]?.[0] ?? "")).flat();
      const late = wholes[which % wholes.length];
      for (const { name, payload } of [...heard.filter((event) => event !== late), ...(late ? [late] : [])])
        (handlers[name] as (payload: unknown) => void)(payload);
      for (const [key, fresh] of server.answers()) expect(cache.getQueryData(key)).toEqual(fresh);
      cache.clear();
    }),
    { numRuns: 1000 },
  );
});

/** Events that no fetch returns: typing ends within seconds, each list of viewers replaces the one before, the steps of a test with its answer. */
const passing: ServerEventName[] = ["typing", "ticketViewers", "channelTestStep"];

test("every event of the contract has its world", () => {
  const proved = Object.values(worlds).flatMap(({ proves }) => proves);
  expect([...proved, ...passing].toSorted()).toEqual(Object.keys(serverEvents).toSorted());
});

test.each(Object.entries(worlds))(
  "%s: cached answers and the events since equal a fresh answer",
  (_name, world) => {
    fc.assert(property(world));
  },
);

const proofs = Object.values(worlds).flatMap((world) => world.proves.map((name) => [name, world] as const));
test.each(proofs)("a console that forgets %s shows stale data", (name, world) => {
  const { failed: noticed } = fc.check(property(world, name), { endOnFailure: true, numRuns: 2000 });
  expect(noticed).toBe(true);
});

test("typing is shown until it expires", () => {
  const handlers = eventHandlers(new QueryClient(), mira);
  const payload = { ticketid: id("7", 1), who: "client", name: "Dimitar" } as const;
  handlers.typing(payload);
  expect(typingIn(payload.ticketid)).toEqual(payload);
  vi.advanceTimersByTime(limits.typingExpires);
  expect(typingIn(payload.ticketid)).toBeUndefined();
});
