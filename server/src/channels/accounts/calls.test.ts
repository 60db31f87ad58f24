/** The calls by which accounts are listed, connected, changed and disconnected. */
import type { ChannelRow } from "@parley/contract/channels";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
  world.telegram.control.clearRequests();
});

const list = async (agent: "mira" | "tomas" | "ingrid" | "jonas" | "naledi" | "freya") =>
  (await world.as(agent).get("/channels")).json() as ChannelRow[];
const connect = (bot_id: string, more: object = {}, platform = "telegram") =>
  world.as("ingrid").post(`/channels/${platform}/connect`, { bot_id, ...more });
const update = (id: string, body: object) => world.as("ingrid").post(`/channels/${id}/update`, body);
const disconnect = (id: string) => world.as("ingrid").post(`/channels/${id}/disconnect`, {});
const newBot = (name: string) => world.telegram.control.createBot({ name });
const audited = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("audit_entry")
      .select(["verb", "subject_name", "changes"])
      .orderBy("id", "desc")
      .limit(1)
      .execute(),
  );

test("only a signed-in administrator connects, changes or disconnects", async () => {
  const { id } = world.channels.harbour;
  for (const path of ["/channels/telegram/connect", `/channels/${id}/update`, `/channels/${id}/disconnect`]) {
    expect((await world.stranger.post(path, {})).statusCode).toBe(401);
    for (const agent of ["mira", "tomas"] as const)
      expect((await world.as(agent).post(path, {})).statusCode).toBe(403);
  }
  expect((await world.stranger.get("/channels")).statusCode).toBe(401);
});

test("another company's account does not exist for the caller", async () => {
  const { id } = world.channels.northwind;
  expect((await update(id, { name: "Mine" })).statusCode).toBe(404);
  expect((await disconnect(id)).statusCode).toBe(404);
  expect((await list("ingrid")).map(({ channelid }) => channelid)).not.toContain(id);
});

test("an administrator sees every account, an agent those of tickets they may see and not what to do", async () => {
  expect(await list("naledi")).toEqual([]);
  const ticket = await world.ticket({ department: "refunds" });
  const [seen] = await list("naledi");
  expect(seen).toEqual({
    channelid: world.channels.harbour.id,
    platform: "telegram",
    name: "Harbour Travel",
    username: "harbour_bot",
    departmentid: null,
    state: "working",
    reason: null,
    since: null,
    last_in: null,
    last_out: null,
    waiting: 0,
    can_start: false,
    starts_by: null,
  });
  expect(await list("ingrid")).toEqual([{ ...seen, mend: null, traffic: expect.any(Object) }]);
  expect(ticket.department_id).toBe(world.departments.refunds.id);
});

test("an account whose credentials fail is broken, with time and reason; queued messages are counted", async () => {
  const bot = Number(world.channels.harbour.externalId);
  const { id: person } = await world.telegram.control.createPerson({ firstName: "Dimitar" });
  await world.telegram.control.phone({ bot, person }).start();
  const ticket = await world.ticket({ handler: "mira", externalId: String(person) });
  world.telegram.control.addFault({ kind: "error", code: 401, bot, method: "sendMessage" });
  await world.as("mira").post("/send-message", { ticketid: ticket.id, content: "One" });
  expect((await list("ingrid"))[0]).toMatchObject({ state: "working", waiting: 1 });
  await world.drain();
  const [row] = await list("ingrid");
  expect(row).toMatchObject({
    state: "broken",
    since: world.clock.now().toISOString(),
    mend: "connect_again",
    waiting: 0,
    can_start: false,
    starts_by: null,
  });
  expect(row?.reason?.code).toBe("token_refused");
  expect(world.published).toContainEqual(
    expect.objectContaining({
      event: "channelUpdate",
      payload: { channelid: row?.channelid, tickets: false },
    }),
  );
  world.telegram.control.clearFaults();
  await world.as("mira").post("/send-message", { ticketid: ticket.id, content: "Two" });
  await world.drain();
  expect((await list("ingrid"))[0]).toMatchObject({
    state: "working",
    reason: null,
    last_out: world.clock.now().toISOString(),
  });
});

test("one more account is connected with a department, and the first stays", async () => {
  const bot = newBot("Groups");
  const answer = await connect(bot.token, { departmentid: world.departments.refunds.id });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    platform: "telegram",
    name: "Groups",
    departmentid: world.departments.refunds.id,
    state: "working",
  });
  expect((await list("ingrid")).map(({ name }) => name)).toEqual(["Harbour Travel", "Groups"]);
});

test("a refusal of the provider, an unknown platform and a missing department refuse the connection and keep nothing", async () => {
  const before = await list("ingrid");
  const unknown = await connect("700999999:AAunknownunknownunknownunknownunknow");
  expect([unknown.statusCode, unknown.json().code]).toEqual([400, "provider_refused"]);
  expect((await connect("x", {}, "pigeon")).json()).toEqual({
    code: "invalid",
    message: "Parley does not speak this platform.",
    reason: { code: "platform_unknown", facts: {} },
  });
  expect((await connect("x", {}, "email")).statusCode).toBe(400);
  const nowhere = { departmentid: crypto.randomUUID() };
  expect((await connect(newBot("Lost").token, nowhere)).statusCode).toBe(404);
  expect(await list("ingrid")).toEqual(before);
});

test("a new name and department are published, audited, and shown in the tickets", async () => {
  const { id } = world.channels.harbour;
  const ticket = await world.ticket({ handler: "mira" });
  const answer = await update(id, { name: "  Harbour, main ", departmentid: world.departments.bookings.id });
  expect(answer.json()).toMatchObject({
    channelid: id,
    name: "Harbour, main",
    departmentid: world.departments.bookings.id,
  });
  expect(await audited()).toEqual([
    {
      verb: "channel_update",
      subject_name: "Harbour, main",
      changes: {
        name: { from: "Harbour Travel", to: "Harbour, main" },
        department: { from: null, to: world.departments.bookings.name },
      },
    },
  ]);
  expect(world.published).toContainEqual(
    expect.objectContaining({ event: "channelUpdate", payload: { channelid: id, tickets: true } }),
  );
  const shown = (await world.as("mira").get(`/tickets/${ticket.id}`)).json() as Ticket;
  expect(shown.channel).toEqual({
    channelid: id,
    name: "Harbour, main",
    connected: true,
    can: ["quote", "react", "edit", "delete", "type"],
  });
  expect((await update(id, { name: " " })).statusCode).toBe(400);
  // Connected again, it keeps the name it was given here.
  await connect(world.channels.harbour.token);
  expect((await list("ingrid"))[0]?.name).toBe("Harbour, main");
});

test("the specification's call replaces the oldest account, which gives its department on", async () => {
  const before = await list("ingrid");
  const bot = newBot("Harbour, new");
  await world.as("ingrid").post("/setup-telegram", { bot_id: bot.token });
  const after = await list("ingrid");
  expect(after).toHaveLength(before.length);
  expect(after.map(({ channelid }) => channelid)).not.toContain(before[0]?.channelid);
  expect(after.find(({ name }) => name === "Harbour, new")?.departmentid).toBe(before[0]?.departmentid);
});

test("a disconnected account is removed at its provider and keeps its tickets, which say so", async () => {
  const secure = await createWorld({ env: { PUBLIC_URL: "https://desk.example" } });
  try {
    const { id, token, externalId } = secure.channels.harbour;
    await secure.as("ingrid").post("/channels/telegram/connect", { bot_id: token });
    const ticket = await secure.ticket({ handler: "mira" });
    expect((await secure.as("ingrid").post(`/channels/${id}/disconnect`, {})).json()).toEqual({});
    const called = secure.telegram.control.requests({ bot: Number(externalId), method: "deleteWebhook" });
    expect(called).toHaveLength(1);
    expect((await secure.as("ingrid").get("/channels")).json()).toEqual([]);
    const shown = (await secure.as("mira").get(`/tickets/${ticket.id}`)).json() as Ticket;
    expect([shown.stage, shown.channel.connected]).toEqual(["accepted", false]);
    expect((await secure.as("ingrid").post(`/channels/${id}/disconnect`, {})).statusCode).toBe(404);
  } finally {
    await secure.close();
  }
});

test("tickets are filtered by account, in the table and its figures", async () => {
  const [other] = await list("ingrid");
  const at = async (channel = "") =>
    (await world.as("ingrid").get(`/get-tickets?channel=${channel}`)).json() as {
      tickets: Ticket[];
      widgetData: { totalTickets: number };
    };
  const of = await at(world.channels.harbour.id);
  expect(of.widgetData.totalTickets).toBe(of.tickets.length);
  expect(of.tickets.every(({ channel }) => channel.channelid === world.channels.harbour.id)).toBe(true);
  expect((await at(other?.channelid)).widgetData.totalTickets).toBe(0);
});
