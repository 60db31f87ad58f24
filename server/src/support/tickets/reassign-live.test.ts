import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const connect = async (agent: AgentName) =>
  connectSocket(live.url, { cookie: await world.as(agent).cookie(), origin: live.url });

test("an agent who loses sight of a ticket on screen gets no more of its events; one who gains sight does", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const [mira, ingrid, naledi] = [await connect("mira"), await connect("ingrid"), await connect("naledi")];
  for (const line of [mira, ingrid]) {
    expect(await line.emit("openTicket", { ticketid: ticket.id })).toEqual({ ok: true });
  }
  const answer = await world.as("mira").post("/ticket/reassign-user", {
    ticketid: ticket.id,
    newDepartment: world.departments.refunds.id,
    newUser: world.agents.naledi.id,
  });
  expect(answer.statusCode).toBe(200);
  expect(await mira.receives("removeTicket")).toEqual({ ticketid: ticket.id });
  expect(await naledi.receives("updateTicket")).toMatchObject({
    ticketid: ticket.id,
    user_name: "Naledi Mokoena",
  });
  expect(await naledi.receives("newNotification")).toMatchObject({ count: 1 });

  expect(await naledi.emit("openTicket", { ticketid: ticket.id })).toEqual({ ok: true });
  expect(await naledi.emit("typing", { ticketid: ticket.id })).toEqual({ ok: true });
  expect(await ingrid.receives("typing")).toMatchObject({ name: "Naledi Mokoena" });
  // The answer comes after all earlier events to her.
  expect(await mira.emit("openTicket", { ticketid: ticket.id })).toMatchObject({
    ok: false,
    code: "not_found",
  });
  expect(mira.received.map(({ event }) => event)).not.toContain("typing");
  expect(mira.received.map(({ event }) => event)).not.toContain("updateTicket");
  expect(ingrid.received.map(({ event }) => event)).not.toContain("removeTicket");
});
