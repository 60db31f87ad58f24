/** P8: after any sequence of changes each counter equals a recount, and so does the value in its last event. */
import type { ServerEvents } from "@parley/contract/events";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import type { PrivateChatAnswer, PrivateChatCounts } from "@parley/contract/private-chat";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { markPrivateSeen } from "../private-chat/read.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const people = ["mira", "jonas", "naledi"] as const;
const person = fc.constantFrom(...people);
const pair = fc.tuple(person, person).filter(([a, b]) => a !== b);
const step = fc.oneof(
  { weight: 4, arbitrary: pair.map((who) => ({ does: "write", who }) as const) },
  { weight: 2, arbitrary: pair.map((who) => ({ does: "open", who }) as const) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(pair, fc.integer({ min: 1, max: 8 }))
      .map(([who, seq]) => ({ does: "see", who, seq }) as const),
  },
  { weight: 2, arbitrary: fc.constant({ does: "wait" } as const) },
  { weight: 1, arbitrary: person.map((who) => ({ does: "reset", who }) as const) },
  { weight: 1, arbitrary: person.map((who) => ({ does: "clear", who }) as const) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const id = (agent: AgentName) => world.agents[agent].id;

async function act(one: Step): Promise<void> {
  switch (one.does) {
    case "write":
      await world
        .as(one.who[0])
        .post("/create-private-msg", { receiverid: id(one.who[1]), content: "Hello" });
      return;
    case "open":
      await world.as(one.who[0]).get(`/${id(one.who[1])}/private-chat`);
      return;
    case "see":
      return world.work(one.who[0], (scope) => markPrivateSeen(scope, id(one.who[1]), one.seq));
    case "wait":
      world.clock.advance(5_000);
      return world.drain();
    case "reset":
      await world.as(one.who).post("/reset-notifications-count");
      return;
    case "clear":
      await world.as(one.who).post("/clear-notifications");
  }
}

async function checkUnread(agent: AgentName): Promise<void> {
  const counts = (await world.as(agent).get("/private-chats")).json<PrivateChatCounts[]>();
  for (const { userid, unread, written, read } of counts) {
    const chat = (
      await world.as(agent).get(`/${userid}/private-chat?seen=false&limit=100`)
    ).json<PrivateChatAnswer>();
    const theirs = Object.values(chat.sections)
      .flat()
      .filter(({ senderid }) => senderid === userid);
    const recount = theirs.filter(({ seq }) => seq > chat.own_read).length;
    expect({ unread, written, read }).toEqual({
      unread: recount,
      written: theirs.length,
      read: theirs.length - recount,
    });
  }
}

async function checkInbox(agent: AgentName): Promise<void> {
  const inbox = (await world.as(agent).get("/notifications?limit=100")).json<NotificationsAnswer>();
  const lines = Object.values(inbox.sections).flat();
  expect(inbox.count).toBe(lines.filter(({ seen }) => !seen).length);
  const waiting = lines.filter(({ seen }) => !seen).map(({ senderid }) => senderid);
  expect(new Set(waiting).size).toBe(waiting.length);
  const said = world.published.findLast(
    ({ event, rooms }) =>
      rooms.some((room) => room.endsWith(id(agent))) &&
      ["newNotification", "notificationsSeen", "notificationsCleared"].includes(event),
  );
  const last =
    said?.event === "notificationsCleared" ? 0 : (said?.payload as ServerEvents["newNotification"])?.count;
  expect(inbox.count).toBe(last ?? 0);
}

test("counters equal a recount, after changes one by one and at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.array(step, { maxLength: 6 }),
      async (turns, atOnce) => {
        await world.context.database.deleteFrom("private_chat").execute();
        await world.context.database.deleteFrom("notification").execute();
        world.published.length = 0;
        for (const one of turns) await act(one);
        await Promise.all(atOnce.filter(({ does }) => does !== "wait").map(act));
        for (const agent of people) {
          await checkUnread(agent);
          await checkInbox(agent);
        }
      },
    ),
    { numRuns: 30 },
  );
}, 120_000);
