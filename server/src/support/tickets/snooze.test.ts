import type { EventKind } from "@parley/contract/ledger";
import type { TicketTable } from "@parley/contract/ticket-table";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel } from "../../channels/seam/adapter.ts";
import { lockTicket } from "../ticket/access.ts";
import { awake, sweepSnoozed } from "./wake.ts";

let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());

const hour = 3_600_000;
type Agent = Parameters<World["as"]>[0];
const snooze = (agent: Agent, ticketid: string, until: string) =>
  world.as(agent).post("/snooze-ticket", { ticketid, until });
const rowOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
const listed = async (agent: Agent) => (await world.as(agent).get("/tickets")).json<Ticket[]>();
const eventsOf = async (id: string, kind: EventKind) =>
  (
    await world.desk("harbour", ({ db }) =>
      db.selectFrom("event").selectAll().where("subject_id", "=", id).where("kind", "=", kind).execute(),
    )
  ).length;
let last = 0;
async function clientWrites(id: string): Promise<void> {
  const { client_external_id: externalId } = await rowOf(id);
  await receive(world.context, channel, [
    {
      kind: "message",
      externalId: `snooze:${++last}`,
      from: { externalId, name: "Olena Koval", username: null, lang: "en" },
      sentOn: world.clock.now(),
      type: "text",
      content: "Any news?",
      caption: null,
      media: null,
      album: null,
      replyToExternalId: null,
    },
  ]);
}

test("snoozing is refused signed out, from another department, or not as the handler", async () => {
  const { id } = await world.ticket({ handler: "jonas" });
  const refunds = await world.ticket({ department: "refunds" });
  const closed = await world.ticket({ handler: "mira", closed: true });
  const body = { ticketid: id, until: "tomorrow" };
  expect((await world.stranger.post("/snooze-ticket", body)).statusCode).toBe(401);
  expect((await world.stranger.post("/unsnooze-ticket", body)).statusCode).toBe(401);
  expect((await snooze("mira", refunds.id, "tomorrow")).statusCode).toBe(404);
  expect((await snooze("mira", id, "tomorrow")).json()).toMatchObject({ code: "not_handler" });
  expect((await snooze("mira", closed.id, "tomorrow")).json()).toMatchObject({ code: "ticket_closed" });
  expect((await rowOf(id)).snoozed_on).toBeNull();
});

test("a time that has passed, or that is none, is refused", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const past = await snooze("mira", id, "2020-01-01T09:00");
  expect(past.statusCode).toBe(400);
  expect(past.json()).toMatchObject({ reason: { code: "snooze_past" } });
  for (const until of ["2030-02-30T09:00", "2030-02-03T09:00Z", "someday", ""])
    expect((await snooze("mira", id, until)).statusCode, until).toBe(400);
});

test("the handler and an admin snooze a ticket, which stays in the list and shows until when and by whom", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const until = new Date(world.clock.now().getTime() + 3 * hour).toISOString();
  const on = world.clock.now().toISOString();
  const answer = (await snooze("mira", id, "later_today")).json<Ticket>();
  expect(answer).toMatchObject({ stage: "accepted", snoozed: { on, until, by: world.agents.mira.id } });
  expect((await listed("jonas")).find(({ ticketid }) => ticketid === id)?.snoozed).toEqual(answer.snoozed);
  const shown = world.published.filter(({ event }) => event === "updateTicket").at(-1);
  expect(shown?.payload).toMatchObject({ ticketid: id, snoozed: answer.snoozed });
  const again = (await snooze("ingrid", id, "client_writes")).json<Ticket>();
  expect(again.snoozed).toEqual({ on, until: null, by: world.agents.ingrid.id });
});

test("a snoozed ticket counts in the figures as what it is", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const waiting = await world.ticket();
  const figures = async () => (await world.as("ingrid").get("/get-tickets")).json<TicketTable>();
  const { tickets: _before, ...counted } = await figures();
  await snooze("mira", id, "tomorrow");
  await snooze("ingrid", waiting.id, "client_writes");
  const { tickets, ...after } = await figures();
  expect(after).toEqual(counted);
  const stages = tickets.filter(({ ticketid }) => [id, waiting.id].includes(ticketid));
  expect(stages.map(({ stage }) => stage).toSorted()).toEqual(["accepted", "pending"]);
});

test("an agent ends a snooze by hand, once", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await snooze("mira", id, "tomorrow");
  for (let times = 0; times < 2; times += 1) {
    const woken = await world.as("mira").post("/unsnooze-ticket", { ticketid: id });
    expect(woken.json<Ticket>()).not.toHaveProperty("snoozed");
  }
  expect(await eventsOf(id, "ticket_unsnooze")).toBe(1);
});

type Cause = (id: string) => Promise<unknown>;
/** Its time comes without the clock, which would end the agents' sessions. */
const timePasses: Cause = async (id) => {
  await world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("ticket")
      .set({ snoozed_until: now })
      .where("id", "=", id)
      .where("snoozed_until", "is not", null)
      .execute(),
  );
  await sweepSnoozed(world.context);
};
const accept: Cause = (ticketid) => world.as("jonas").post("/acceptTicket", { ticketid });
const close: Cause = (ticketid) => world.as("ingrid").post("/close-ticket", { ticketid });
const closeAndReopen: Cause = async (ticketid) => {
  await close(ticketid);
  await clientWrites(ticketid);
};
const reply: Cause = (ticketid) => world.as("mira").post("/send-message", { ticketid, content: "I ask." });
const move: Cause = (ticketid) =>
  world.as("ingrid").post("/ticket/reassign-user", {
    ticketid,
    newDepartment: world.departments.bookings.id,
    newUser: world.agents.jonas.id,
  });

const moveAway: Cause = (ticketid) =>
  world
    .as("ingrid")
    .post("/ticket/change-department", { ticketid, newDepartment: world.departments.refunds.id });
const takeOver: Cause = async (ticketid) => {
  await world.as("ingrid").put("/admin/settings", { take_over_minutes: 1 });
  const body = { ticketid, handlerid: world.agents.mira.id };
  return world.as("jonas").post("/take-over-ticket", body);
};
const takeOverWhereForbidden: Cause = async (ticketid) => {
  await world.as("ingrid").put("/admin/settings", { take_over_minutes: null });
  const body = { ticketid, handlerid: world.agents.mira.id };
  return world.as("jonas").post("/take-over-ticket", body);
};
const spam: Cause = (ticketid) => world.as("ingrid").post("/mark-spam", { ticketid });

describe("what ends a snooze, by the ticket's stage and its end", () => {
  const rows: [string, Cause, "pending" | "accepted", string, { snoozed: boolean; back: string | null }][] = [
    ["its time", timePasses, "pending", "later_today", { snoozed: false, back: "time" }],
    ["its time", timePasses, "accepted", "later_today", { snoozed: false, back: "time" }],
    ["time alone", timePasses, "pending", "client_writes", { snoozed: true, back: null }],
    ["time alone", timePasses, "accepted", "client_writes", { snoozed: true, back: null }],
    ["the client's message", clientWrites, "pending", "later_today", { snoozed: false, back: "client" }],
    ["the client's message", clientWrites, "pending", "client_writes", { snoozed: false, back: "client" }],
    ["the client's message", clientWrites, "accepted", "later_today", { snoozed: false, back: "client" }],
    ["the client's message", clientWrites, "accepted", "client_writes", { snoozed: false, back: "client" }],
    ["an acceptance", accept, "pending", "later_today", { snoozed: false, back: null }],
    ["an acceptance", accept, "pending", "client_writes", { snoozed: false, back: null }],
    ["a refused acceptance", accept, "accepted", "later_today", { snoozed: true, back: null }],
    ["a closing", close, "pending", "later_today", { snoozed: false, back: null }],
    ["a closing", close, "accepted", "client_writes", { snoozed: false, back: null }],
    ["a reopening", closeAndReopen, "pending", "client_writes", { snoozed: false, back: null }],
    ["a reopening", closeAndReopen, "accepted", "later_today", { snoozed: false, back: null }],
    ["a reply", reply, "accepted", "later_today", { snoozed: true, back: null }],
    ["a move", move, "accepted", "client_writes", { snoozed: true, back: null }],
    ["a move", moveAway, "accepted", "later_today", { snoozed: true, back: null }],
    ["a move", moveAway, "pending", "client_writes", { snoozed: true, back: null }],
    ["taking over", takeOver, "accepted", "later_today", { snoozed: false, back: null }],
    ["taking over", takeOver, "accepted", "client_writes", { snoozed: false, back: null }],
    ["a refused taking over", takeOver, "pending", "later_today", { snoozed: true, back: null }],
    [
      "a refused taking over",
      takeOverWhereForbidden,
      "accepted",
      "later_today",
      { snoozed: true, back: null },
    ],
    ["a mark as spam", spam, "accepted", "later_today", { snoozed: false, back: null }],
    ["a mark as spam", spam, "pending", "client_writes", { snoozed: false, back: null }],
  ];

  test.each(rows)("%s: %#", async (_name, cause, stage, until, after) => {
    const { id } = await world.ticket(stage === "accepted" ? { handler: "mira" } : {});
    expect((await snooze("ingrid", id, until)).statusCode).toBe(200);
    await cause(id);
    const { snoozed_on, back_why } = await rowOf(id);
    expect({ snoozed: snoozed_on !== null, back: back_why }).toEqual(after);
    const before = await eventsOf(id, "ticket_unsnooze");
    await timePasses(id);
    if (!after.snoozed) expect(await eventsOf(id, "ticket_unsnooze")).toBe(before);
  });
});

test("a ticket whose time came is on top of the list, until an agent answers with the reason", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await snooze("mira", id, "later_today");
  world.clock.advance(1000);
  await world.ticket({ handler: "mira" });
  world.clock.advance(1000);
  await timePasses(id);
  expect((await listed("mira"))[0]).toMatchObject({ ticketid: id, back: "time" });
  await reply(id);
  expect((await listed("mira"))[0]).not.toHaveProperty("back");
});

test("two workers at once, one of them ended in the middle, bring a ticket back once", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await snooze("mira", id, "later_today");
  world.clock.advance(3 * hour - 1);
  await sweepSnoozed(world.context);
  expect((await rowOf(id)).snoozed_on).not.toBeNull();
  world.clock.advance(1);
  const ended = world.desk("harbour", async (scope) => {
    await lockTicket(scope, id);
    await scope.db.updateTable("ticket").set(awake).where("id", "=", id).execute();
    throw new Error("killed");
  });
  const others = Promise.all([sweepSnoozed(world.context), sweepSnoozed(world.context)]);
  await expect(ended).rejects.toThrow("killed");
  await others;
  expect((await rowOf(id)).back_why).toBe("time");
  expect(await eventsOf(id, "ticket_unsnooze")).toBe(1);
});
