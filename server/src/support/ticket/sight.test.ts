import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { sightedBy } from "./sight.ts";

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

const mention = (ticketid: string, mentions: object) =>
  world.as("mira").post("/write-note", { ticketid, content: "Please look", mentions });
const naledi = () => ({ agents: [world.agents.naledi.id] });
const connect = async (agent: AgentName) =>
  connectSocket(live.url, { cookie: await world.as(agent).cookie(), origin: live.url });

test("a mention of one department gives another none, and one of a ticket no other ticket", async () => {
  const [ticket, other] = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
  await mention(ticket.id, { departments: [world.departments.groups.id] });
  expect((await world.as("naledi").get(`/tickets/${ticket.id}`)).statusCode).toBe(404);
  await mention(ticket.id, naledi());
  expect((await world.as("naledi").get(`/tickets/${ticket.id}`)).statusCode).toBe(200);
  expect((await world.as("naledi").get(`/tickets/${other.id}`)).statusCode).toBe(404);
  const draft = { ticketid: ticket.id, content: "Dear" };
  const refused = await world.as("naledi").post("/save-draft", draft);
  expect([refused.statusCode, refused.json().reason.code]).toEqual([403, "only_mentioned"]);
  expect((await world.as("ingrid").get(`/tickets/${randomUUID()}`)).statusCode).toBe(404);
});

test("a mention in a ticket that was closed before its job brings no line, whatever else the colleague sees", async () => {
  const [open, closed] = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
  await world.drain();
  await world.as("naledi").post("/clear-notifications", {});
  await mention(open.id, naledi());
  await mention(closed.id, naledi());
  await world.as("mira").post("/close-ticket", { ticketid: closed.id });
  await world.drain();
  const inbox = (await world.as("naledi").get("/notifications")).body;
  expect(inbox).toContain(open.id);
  expect(inbox).not.toContain(closed.id);
});

test("a key of a program has sight of no single ticket", async () => {
  const departments = [world.departments.refunds.id];
  await world.desk("harbour", async (scope) => {
    expect(sightedBy(scope, { kind: "api_key", id: randomUUID(), departments })).toBeNull();
  });
});

test("a mentioned colleague with the ticket on screen gets its events until it is closed", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const line = await connect("naledi");
  await mention(ticket.id, naledi());
  expect(await line.emit("openTicket", { ticketid: ticket.id })).toEqual({ ok: true });
  await mention(ticket.id, {});
  expect(await line.receives("newNote")).toMatchObject({ ticketid: ticket.id });
  expect(await line.emit("typing", { ticketid: ticket.id })).toMatchObject({ ok: false, code: "forbidden" });
  await world.as("mira").post("/close-ticket", { ticketid: ticket.id });
  expect(await line.receives("removeTicket")).toEqual({ ticketid: ticket.id });
  line.received.length = 0;
  await mention(ticket.id, {});
  // The answer comes after all earlier events to her.
  expect(await line.emit("openTicket", { ticketid: ticket.id })).toMatchObject({ ok: false });
  expect(line.received.filter(({ event }) => event === "newNote")).toHaveLength(0);
});
