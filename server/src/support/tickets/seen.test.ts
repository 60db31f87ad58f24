import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { markSeen } from "./seen.ts";
import { viewTicket } from "./view.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Agent = Parameters<World["work"]>[0];
const see = (agent: Agent, id: string, seq: number) => world.work(agent, (scope) => markSeen(scope, id, seq));
const unread = async (agent: Agent, id: string) =>
  (await world.work(agent, (scope) => viewTicket(scope, id))).unread;

test("an invisible ticket cannot be marked seen", async () => {
  const { id } = await world.ticket({ department: "refunds" });
  await expect(see("mira", id, 1)).rejects.toMatchObject({ status: 404 });
});

test("unread counts the client's messages since, for each agent separately", async () => {
  const ticket = await world.ticket({ messages: ["one", "two", "three"] });
  await world.message(ticket, { agent: world.agents.jonas });
  await world.message(ticket, { content: "four" });
  expect(await unread("mira", ticket.id)).toBe(4);
  await see("mira", ticket.id, 2);
  expect(await unread("mira", ticket.id)).toBe(2);
  await see("mira", ticket.id, 4);
  expect(await unread("mira", ticket.id)).toBe(1);
  expect(await unread("jonas", ticket.id)).toBe(4);
});

test("the seen position never moves back, in turn or at once", async () => {
  const { id } = await world.ticket({ messages: ["one", "two", "three"] });
  await Promise.all([3, 1, 2, 1, 3].map((seq) => see("mira", id, seq)));
  await see("mira", id, 1);
  expect(await unread("mira", id)).toBe(0);
});

test("a number beyond the end means the end, and not a later message", async () => {
  const ticket = await world.ticket();
  await see("mira", ticket.id, 1000);
  await world.message(ticket);
  expect(await unread("mira", ticket.id)).toBe(1);
});

test("the seen position is published to the agent's own tabs only, and only when it changed", async () => {
  const { id, company_id } = await world.ticket({ messages: ["one", "two"] });
  await see("mira", id, 2);
  await see("mira", id, 2);
  expect(world.published).toEqual([
    {
      event: "ticketRead",
      payload: { ticketid: id, client_messages: 2 },
      rooms: [rooms.agent(company_id, world.agents.mira.id)],
    },
  ]);
});
