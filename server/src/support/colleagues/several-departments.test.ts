/** An agent who sees departments beside the home one: by the administrators' form, on every way to a ticket. */
import { limits } from "@parley/contract/limits";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import type { TicketDay, TicketTable } from "@parley/contract/ticket-table";
import type { Stage } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { audienceOf } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  expect((await see([])).statusCode).toBe(200);
});

const see = (departmentids: string[] | undefined, more: object = {}) =>
  world.as("ingrid").put("/auth/update-account", {
    userid: world.agents.mira.id,
    email: "mira@harbour.example",
    first_name: "Mira",
    last_name: "Halvorsen",
    departmentid: world.departments.bookings.id,
    ...(departmentids && { departmentids }),
    ...more,
  });
const statusOf = async (ticket: { id: string }) =>
  (await world.as("mira").get(`/tickets/${ticket.id}`)).statusCode;
const listed = async () =>
  (await world.as("mira").get("/tickets")).json().map(({ ticketid }: { ticketid: string }) => ticketid);

test("departments of another company, or of none, are not found", async () => {
  const { general } = world.departments;
  expect((await see([general.id])).statusCode).toBe(404);
  expect((await see([crypto.randomUUID()])).statusCode).toBe(404);
});

test("an agent sees, accepts and gets tickets of a department beside the home one, and of no third", async () => {
  const { refunds, bookings } = world.departments;
  const [theirs, third] = [
    await world.ticket({ department: "refunds" }),
    await world.ticket({ department: "groups" }),
  ];
  expect(await statusOf(theirs)).toBe(404);
  const answer = await see([refunds.id]);
  expect(answer.json()).toMatchObject({
    departmentid: bookings.id,
    departmentids: [bookings.id, refunds.id].sort(),
  });
  expect([await statusOf(theirs), await statusOf(third)]).toEqual([200, 404]);
  expect(await listed()).toContain(theirs.id);
  expect(await listed()).not.toContain(third.id);
  expect((await world.as("mira").post("/acceptTicket", { ticketid: theirs.id })).statusCode).toBe(200);
  expect((await world.as("mira").post("/acceptTicket", { ticketid: third.id })).statusCode).toBe(404);
});

test("an agent who loses a department releases its tickets, and keeps those of the others", async () => {
  const { refunds, groups } = world.departments;
  await see([refunds.id, groups.id]);
  const left = await world.ticket({ department: "refunds", handler: "mira" });
  const kept = await world.ticket({ department: "groups", handler: "mira" });
  await see([groups.id]);
  expect([await statusOf(left), await statusOf(kept)]).toEqual([404, 200]);
  const handlers = await world.context.database
    .selectFrom("ticket")
    .select(["id", "handler_id"])
    .where("id", "in", [left.id, kept.id])
    .execute();
  expect(new Map(handlers.map((row) => [row.id, row.handler_id]))).toEqual(
    new Map([
      [left.id, null],
      [kept.id, world.agents.mira.id],
    ]),
  );
});

test("a form without the list leaves it as it is, and the audit log names the departments", async () => {
  const { refunds } = world.departments;
  await see([refunds.id]);
  const [entry] = (await world.as("ingrid").get("/admin/audit-log")).json();
  expect(entry).toMatchObject({
    verb: "agent_update",
    changes: { departments: { from: null, to: "Refunds" } },
  });
  expect((await see(undefined)).json().departmentids).toContain(refunds.id);
});

test("a list that another administrator has changed is shown before it is overwritten", async () => {
  const { refunds, bookings } = world.departments;
  const seen = {
    email: "mira@harbour.example",
    first_name: "Mira",
    last_name: "Halvorsen",
    departmentid: bookings.id,
    departmentids: [bookings.id],
  };
  expect((await see([refunds.id], { seen })).statusCode).toBe(200);
  const second = await see([], { seen });
  expect([second.statusCode, second.json().reason.code]).toEqual([409, "agent_changed"]);
});

test("a deleted department is no longer among those that an agent sees", async () => {
  const made = await world.as("ingrid").post("/admin/create-department", { department_name: "Parcels" });
  const { departmentid } = made.json();
  await see([departmentid]);
  const gone = await world.as("ingrid").post("/admin/delete-department", { departmentid });
  expect(gone.statusCode).toBe(200);
  const { agents } = (await world.as("ingrid").get("/admin/get-all-agents")).json();
  const row = agents.find(({ userid }: { userid: string }) => userid === world.agents.mira.id);
  expect(row.departmentids).toEqual([world.departments.bookings.id]);
});

test("an open socket gets the events of a department that its agent gains, and none of one they lose", async () => {
  const live = await startLive(world);
  const headers = {
    origin: world.context.config.consoleOrigin,
    cookie: await world.as("mira").cookie(),
  };
  const { refunds } = world.departments;
  const publish = (ticketid: string) =>
    world.context.live.publish([
      {
        event: "removeTicket",
        payload: { ticketid },
        rooms: audienceOf(refunds.companyId, refunds.id, ticketid),
      },
    ]);
  const theirs = await world.ticket({ department: "refunds" });
  const before = await connectSocket(live.url, headers);
  expect(await before.emit("openTicket", { ticketid: theirs.id })).toMatchObject({ ok: false });
  await see([refunds.id]);
  await before.cut;
  const seeing = await connectSocket(live.url, headers);
  expect(await seeing.emit("openTicket", { ticketid: theirs.id })).toEqual({ ok: true });
  publish(theirs.id);
  await seeing.receives("removeTicket", ({ ticketid }) => ticketid === theirs.id);
  await see([]);
  await seeing.cut;
  const after = await connectSocket(live.url, headers);
  publish(theirs.id);
  expect(await after.emit("openTicket", { ticketid: theirs.id })).toMatchObject({ ok: false });
  expect(after.received.filter(({ event }) => event === "removeTicket")).toEqual([]);
  await live.close();
});

test("the figures of an agent of two departments count what their lists have, and no third department's", async () => {
  const { refunds, bookings } = world.departments;
  for (const department of ["bookings", "refunds", "groups"] as const) {
    await world.ticket({ department });
    await world.ticket({ department, closed: true });
    await world.ticket({ department, handler: "ingrid" });
  }
  const count = async (query = "") => {
    const { widgetData } = (await world.as("mira").get(`/get-tickets?${query}`)).json<TicketTable>();
    const { totalTickets, pendingTickets, closedTickets } = widgetData;
    return { totalTickets, pendingTickets, closedTickets };
  };
  const list = async (query = "") => {
    const { tickets } = (await world.as("mira").get(`/get-tickets?${query}`)).json<TicketTable>();
    expect(tickets.length).toBeLessThan(limits.ticketsPage);
    const ofStage = (stages: Stage[]) => tickets.filter(({ stage }) => stages.includes(stage)).length;
    return {
      totalTickets: tickets.length,
      pendingTickets: ofStage(["pending", "reopened"]),
      closedTickets: ofStage(["closed"]),
    };
  };
  const days = async () => {
    const perDay = (await world.as("mira").get("/tickets-by-day")).json<TicketDay[]>();
    return perDay.reduce((sum, { tickets }) => sum + tickets, 0);
  };
  const home = await count();
  expect(home).toEqual(await list());
  expect((await see([refunds.id])).statusCode).toBe(200);
  const both = await count();
  expect(both).toEqual(await list());
  expect(both.totalTickets).toBeGreaterThan(home.totalTickets);
  expect((await listed()).length).toBe(both.totalTickets - both.closedTickets);
  expect(await days()).toBe(both.totalTickets);
  const parts = [await count(`department=${bookings.id}`), await count(`department=${refunds.id}`)];
  expect(parts.reduce((sum, { totalTickets }) => sum + totalTickets, 0)).toBe(both.totalTickets);
  for (const query of [`department=${refunds.id}`, `agent=${world.agents.ingrid.id}`, "stage=pending"])
    expect(await count(query), query).toEqual(await list(query));
  expect((await count(`department=${world.departments.groups.id}`)).totalTickets).toBe(0);
});

test("a mention of a department reaches who sees it beside their own", async () => {
  const { refunds } = world.departments;
  await see([refunds.id]);
  const ticket = await world.ticket({ department: "refunds", handler: "naledi" });
  const note = { ticketid: ticket.id, content: "@Refunds, look", mentions: { departments: [refunds.id] } };
  expect((await world.as("naledi").post("/write-note", note)).statusCode).toBeLessThan(300);
  await world.drain();
  const { sections } = (await world.as("mira").get("/notifications")).json<NotificationsAnswer>();
  expect(Object.values(sections).flat()).toMatchObject([{ type: "mention", ticketid: ticket.id }]);
});
