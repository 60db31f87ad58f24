import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { picturePath } from "../../files/pictures/store.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { accessPicture } from "../clients/pictures.ts";
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

test("a colleague who asks for their mentions hears of each event of those tickets, with none on screen", async () => {
  const ofRefunds = () => world.ticket({ department: "refunds", handler: "naledi" });
  const [known, fresh] = [await ofRefunds(), await ofRefunds()];
  const write = (path: string, body: object) => world.as("naledi").post(path, body);
  const note = (ticketid: string, agents: string[] = []) =>
    write("/write-note", { ticketid, content: "Please look", mentions: { agents } });
  await note(known.id, [world.agents.mira.id]);
  const line = await connect("mira");
  const third = await connect("jonas");
  for (const each of [line, third]) expect(await each.emit("watchMentions", {})).toEqual({ ok: true });
  await write("/send-message", { ticketid: known.id, content: "It is on its way" });
  expect(await line.receives("newMessage")).toMatchObject({ ticketid: known.id });

  await note(fresh.id, [world.agents.mira.id]);
  expect(await line.receives("ticketSighted")).toEqual({ ticketid: fresh.id });
  expect(await line.emit("watchMentions", {})).toEqual({ ok: true });
  // A ticket that was on screen stays in the list.
  expect(await line.emit("openTicket", { ticketid: fresh.id })).toEqual({ ok: true });
  expect(await line.emit("closeView", { ticketid: fresh.id })).toEqual({ ok: true });
  await write("/send-message", { ticketid: fresh.id, content: "And this" });
  await line.receives("newMessage", ({ ticketid }) => ticketid === fresh.id);

  await write("/close-ticket", { ticketid: known.id });
  expect(await line.receives("removeTicket")).toEqual({ ticketid: known.id });
  line.received.length = 0;
  await note(known.id);
  await note(fresh.id);
  await line.receives("newNote", ({ ticketid }) => ticketid === fresh.id);
  const heard = line.received.flatMap(({ payload }) => (payload as { ticketid?: string }).ticketid ?? []);
  expect(heard).not.toContain(known.id);
  const ofTickets = ["newMessage", "newNote", "ticketSighted", "removeTicket"];
  expect(third.received.filter(({ event }) => ofTickets.includes(event))).toEqual([]);
});

test("a colleague who has sight of a ticket hears of it when it moves out of their department, and no other does", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  await mention(ticket.id, { ...naledi(), departments: [world.departments.groups.id] });
  const move = async (to: "bookings" | "refunds") => {
    const body = { ticketid: ticket.id, newDepartment: world.departments[to].id };
    expect((await world.as("ingrid").post("/ticket/change-department", body)).statusCode).toBe(200);
  };
  await move("refunds");
  const lines = { naledi: await connect("naledi"), jonas: await connect("jonas") };
  world.published.length = 0;
  await move("bookings");
  expect(await lines.naledi.receives("ticketSighted")).toEqual({ ticketid: ticket.id });
  const { companyId } = world.agents.naledi.actor;
  expect(world.published.find(({ event }) => event === "ticketSighted")?.rooms.toSorted()).toEqual(
    [
      rooms.agent(companyId, world.agents.naledi.id),
      rooms.department(companyId, world.departments.groups.id),
    ].toSorted(),
  );
  expect(lines.jonas.received.filter(({ event }) => event === "ticketSighted")).toEqual([]);
  world.published.length = 0;
  await mention(ticket.id, { agents: [world.agents.jonas.id] });
  expect(world.published.filter(({ event }) => event === "ticketSighted")).toEqual([]);
});

test("a mentioned colleague sees the picture of the ticket's client until it is closed, and no other client's", async () => {
  const pictured = async () => {
    const name = randomUUID();
    const ticket = await world.ticket({ handler: "mira" });
    await world.desk("harbour", ({ db }) =>
      db
        .updateTable("client")
        .set({ picture: picturePath(name) })
        .where("id", "=", ticket.client_id)
        .execute(),
    );
    return { ticket, fetch: () => world.work("naledi", (scope) => accessPicture(scope, name)) };
  };
  const [theirs, other] = [await pictured(), await pictured()];
  const hidden = { status: 404 };
  await expect(theirs.fetch()).rejects.toMatchObject(hidden);
  await mention(theirs.ticket.id, naledi());
  expect(await theirs.fetch()).toBeTruthy();
  await expect(other.fetch()).rejects.toMatchObject(hidden);
  await world.as("mira").post("/close-ticket", { ticketid: theirs.ticket.id });
  await expect(theirs.fetch()).rejects.toMatchObject(hidden);
});
