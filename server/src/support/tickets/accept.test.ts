import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { audienceOf } from "../../floor/actors/rooms.ts";
import { acceptTicket } from "./accept.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const accept = (agent: Parameters<World["as"]>[0], ticketid: string, more: object = {}) =>
  world.as(agent).post("/acceptTicket", { ticketid, ...more });

test("accepting is refused when signed out", async () => {
  const { id } = await world.ticket();
  expect((await world.stranger.post("/acceptTicket", { ticketid: id })).statusCode).toBe(401);
});

test("another company's ticket and another department's are not found", async () => {
  for (const department of ["general", "refunds"] as const) {
    const { id } = await world.ticket({ department });
    expect((await accept("mira", id)).json()).toEqual({
      message: "Not found.",
      code: "not_found",
      reason: { code: "not_found", facts: {} },
    });
  }
});

test("a closed ticket is not accepted", async () => {
  const { id } = await world.ticket({ closed: true });
  const answer = await accept("mira", id);
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: "ticket_closed" });
});

test("the second agent is told the name of the first", async () => {
  const { id } = await world.ticket({ handler: "jonas" });
  const answer = await accept("mira", id);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toEqual({
    message: "Ticket already accepted",
    code: "already_accepted",
    reason: { code: "already_accepted", facts: {} },
    handler: { userid: world.agents.jonas.id, user_name: "Jonas Weber" },
  });
});

test("one of many who accept at once becomes the handler", async () => {
  const { id } = await world.ticket();
  const agents = ["mira", "jonas", "tomas", "ingrid"] as const;
  const answers = await Promise.all(
    [...agents, ...agents, ...agents].map(async (agent) => ({ agent, answer: await accept(agent, id) })),
  );
  const winners = new Set(
    answers.filter(({ answer }) => answer.statusCode === 200).map(({ agent }) => agent),
  );
  expect(winners.size).toBe(1);
  const [winner = "mira"] = winners;
  for (const { agent, answer } of answers) {
    expect(answer.statusCode).toBe(agent === winner ? 200 : 409);
    if (agent !== winner) expect(answer.json().handler.userid).toBe(world.agents[winner].id);
  }
  expect(world.published.filter(({ event }) => event === "acceptTicket")).toHaveLength(1);
});

test("the session's agent accepts, whatever the body says", async () => {
  const { id } = await world.ticket();
  const answer = await accept("mira", id, { userid: world.agents.jonas.id, role: "admin" });
  expect(answer.json<Ticket>()).toMatchObject({
    userid: world.agents.mira.id,
    user_name: "Mira Halvorsen",
    accepted: true,
    accepted_by: world.agents.mira.id,
    accepted_on: world.clock.now().toISOString(),
    stage: "accepted",
    can: { accept: false, reply: true, close: true, reassign: true, spam: true, delete: false },
  });
});

test("accepting is published once to those who may see the ticket, and recorded as an action", async () => {
  const { id, department_id } = await world.ticket();
  await accept("mira", id);
  await accept("mira", id);
  expect(world.published).toEqual([
    {
      event: "acceptTicket",
      payload: {
        ticketid: id,
        stage_version: 1,
        userid: world.agents.mira.id,
        user_name: "Mira Halvorsen",
        departmentid: department_id,
        department_name: "Bookings",
        accepted_on: world.clock.now().toISOString(),
      },
      rooms: audienceOf(world.companies.harbour.id, department_id, id),
    },
    {
      event: "newEventLine",
      payload: expect.objectContaining({ kind: "ticket_accept", user_name: "Mira Halvorsen" }),
      rooms: audienceOf(world.companies.harbour.id, department_id, id),
    },
  ]);
  const actions = await world.desk("harbour", ({ db }) =>
    db.selectFrom("action").select(["type", "agent_id"]).where("ticket_id", "=", id).execute(),
  );
  expect(actions).toEqual([{ type: "ticket_accept", agent_id: world.agents.mira.id }]);
});

test.each([
  ["moved", (department: string) => ({ department_id: department, disabled_on: null })],
  ["disabled", () => ({ disabled_on: world.clock.now() })],
])("an agent who was %s while their call was under way does not become the handler", async (_, change) => {
  const { id } = await world.ticket();
  const { id: agentId, actor } = world.agents.jonas;
  const write = (to: object) =>
    world.desk("harbour", ({ db }) => db.updateTable("agent").set(to).where("id", "=", agentId).execute());
  await write(change(world.departments.refunds.id));
  await expect(world.work("jonas", (scope) => acceptTicket(scope, id))).rejects.toMatchObject({
    status: 409,
  });
  await write({ department_id: actor.departmentid, disabled_on: null });
  expect((await accept("mira", id)).statusCode).toBe(200);
});
