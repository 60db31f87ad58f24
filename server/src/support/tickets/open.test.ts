import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { openTicket, reopenTicket } from "./open.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const reopen = (ticket: TicketRow) =>
  world.desk("harbour", async (scope) => {
    const locked = await lockTicket(scope, ticket.id);
    return reopenTicket(scope, locked ?? ticket, { clientName: "Dimitar Petrov" });
  });
const setAgent = (name: AgentName, columns: { disabled_on?: Date | null; department_id?: string }) =>
  world.desk("harbour", ({ db }) =>
    db.updateTable("agent").set(columns).where("id", "=", world.agents[name].id).execute(),
  );

test("a client has at most one open ticket on a channel", async () => {
  const open = await world.ticket();
  const again = world.desk("harbour", (scope) =>
    openTicket(scope, {
      channel: { id: open.channel_id, platform: "telegram" },
      departmentId: open.department_id,
      client: { id: open.client_id },
      externalId: open.client_external_id,
      thread: open.thread,
    }),
  );
  await expect(again).rejects.toMatchObject({ code: "23505", constraint: "ticket_open" });
});

test("a reopened ticket goes back to its handler", async () => {
  const closed = await world.ticket({ handler: "mira", closed: true });
  const ticket = await reopen(closed);
  expect(ticket).toMatchObject({
    closed_on: null,
    closed_by: null,
    closed_by_name: null,
    handler_id: world.agents.mira.id,
    accepted_by: world.agents.mira.id,
    reopened_on: world.clock.now(),
    reopened_count: 1,
    last_message_type: "reopen",
    last_message_content: "Dimitar Petrov",
    client_messages: closed.client_messages,
  });
});

test("a reopened ticket waits to be accepted when its handler is disabled", async () => {
  await setAgent("jonas", { disabled_on: world.clock.now() });
  const ticket = await reopen(await world.ticket({ handler: "jonas", closed: true }));
  expect(ticket).toMatchObject({ handler_id: null, accepted_by: null, accepted_on: null });
  await setAgent("jonas", { disabled_on: null });
});

test("a reopened ticket waits to be accepted when its handler can no longer see it", async () => {
  const closed = await world.ticket({ handler: "jonas", closed: true });
  await setAgent("jonas", { department_id: world.departments.groups.id });
  expect((await reopen(closed)).handler_id).toBeNull();
  await setAgent("jonas", { department_id: world.departments.bookings.id });
});

test("agents who may see a reopened ticket get the whole ticket, then its line", async () => {
  const closed = await world.ticket({ closed: true });
  await reopen(closed);
  expect(world.published.map(({ event }) => event)).toEqual(["updateTicket", "newMessage"]);
  expect(world.published[0]?.payload).toMatchObject({
    ticketid: closed.id,
    reopenTicket: true,
    stage: "reopened",
    closed_on: null,
    last_message: { type: "reopen", content: "Dimitar Petrov" },
  });
  expect(world.published[1]?.payload).toMatchObject({ type: "reopen", content: "Dimitar Petrov", seq: 2 });
  const actions = await world.desk("harbour", ({ db }) =>
    db.selectFrom("action").select("type").where("ticket_id", "=", closed.id).execute(),
  );
  expect(actions).toEqual([{ type: "ticket_reopen" }]);
});

test("an agent who reopens is named in the line", async () => {
  const closed = await world.ticket({ handler: "mira", closed: true });
  await world.work("mira", (scope) => reopenTicket(scope, closed, scope.actor));
  expect(world.published[1]?.payload).toMatchObject({
    type: "reopen",
    content: "Mira Halvorsen",
    created_by: world.agents.mira.id,
    isagent: true,
  });
});
