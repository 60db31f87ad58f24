import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { audienceOf } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type TicketFacts = { id: string; client_id: string };
const update = (agent: AgentName, ticket: TicketFacts, client_number: unknown, more: object = {}) =>
  world.as(agent).post("/auth/update-client-number", {
    ticketid: ticket.id,
    clientid: ticket.client_id,
    departmentId: randomUUID(),
    created_on: 0,
    client_number,
    ...more,
  });
const numberOf = (company: "harbour" | "northwind", id: string) =>
  world.desk(company, ({ db }) =>
    db.selectFrom("client").select("account_number").where("id", "=", id).executeTakeFirstOrThrow(),
  );

test("a caller who is signed out, or who does not see the ticket, finds no client", async () => {
  const own = await world.ticket();
  const body = { ticketid: own.id, clientid: own.client_id, client_number: "1" };
  expect((await world.stranger.post("/auth/update-client-number", body)).statusCode).toBe(401);
  for (const [company, department] of [
    ["northwind", "general"],
    ["harbour", "refunds"],
  ] as const) {
    const theirs = await world.ticket({ department });
    expect((await update("mira", theirs, "stolen")).statusCode).toBe(404);
    const borrowed = await update("mira", own, "stolen", { clientid: theirs.client_id });
    expect(borrowed.json()).toEqual({
      message: "Invalid client ID!",
      code: "not_found",
      reason: { code: "client_id_invalid", facts: {} },
    });
    expect((await numberOf(company, theirs.client_id)).account_number).toBeNull();
  }
  expect(world.published).toEqual([]);
});

test.each([["x".repeat(65)], [7], [null], [["1"]]])(
  "the value %j is no client's number",
  async (client_number) => {
    const ticket = await world.ticket();
    expect((await update("mira", ticket, client_number)).statusCode).toBe(400);
    expect((await numberOf("harbour", ticket.client_id)).account_number).toBeNull();
  },
);

test("an agent who sees the ticket may set a number, trimmed, and clear it", async () => {
  const ticket = await world.ticket({ handler: "jonas" });
  for (const agent of ["mira", "tomas", "ingrid"] as const) {
    const answer = await update(agent, ticket, `  HT-${agent}  `);
    expect(answer.json()).toEqual({ clientid: ticket.client_id, account_number: `HT-${agent}` });
    expect((await world.as("mira").get(`/tickets/${ticket.id}`)).json().account_number).toBe(`HT-${agent}`);
  }
  expect((await update("mira", ticket, " ")).json().account_number).toBeNull();
});

test("every ticket of the client is published to those who may see it, and a repeat is not", async () => {
  const closed = await world.ticket({ department: "refunds", closed: true, externalId: "4711" });
  const open = await world.ticket({ externalId: "4711" });
  expect(open.client_id).toBe(closed.client_id);
  await update("mira", open, "HT-20874");
  const events = world.published.map(({ event, payload, rooms }) => ({ event, payload, rooms }));
  expect(events.map(({ event }) => event)).toEqual(["updateTicket", "updateTicket", "clientChanged"]);
  for (const ticket of [closed, open]) {
    expect(events).toContainEqual({
      event: "updateTicket",
      payload: expect.objectContaining({ ticketid: ticket.id, account_number: "HT-20874" }),
      rooms: audienceOf(world.companies.harbour.id, ticket.department_id, ticket.id),
    });
  }
  world.published.length = 0;
  await update("mira", open, "HT-20874");
  expect(world.published).toEqual([]);
  const [entry, before] = (await world.as("ingrid").get("/admin/audit-log")).json();
  expect(entry).toMatchObject({
    verb: "client_update",
    actor_name: "Mira Halvorsen",
    changes: { account_number: { to: "HT-20874" } },
  });
  expect(before?.changes.account_number?.to).not.toBe("HT-20874");
});

test("the number of statements does not grow with the client's tickets", async () => {
  const count = async (externalId: string, closed: number) => {
    for (let more = 0; more < closed; more++) await world.ticket({ closed: true, externalId, messages: [] });
    const open = await world.ticket({ externalId });
    return (await countStatements(world, () => update("mira", open, "1"))).statements.length;
  };
  expect(await count("4712", 6)).toBe(await count("4713", 0));
});
