import type { ChangedTickets } from "@parley/contract/many-tickets";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { lockTicket } from "../ticket/access.ts";
import { openTicket, reopenTicket } from "./open.ts";
import { rateTicket } from "./rate.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const mark = (agent: Agent, ticketid: string, more: object = {}) =>
  world.as(agent).post("/mark-spam", { ticketid, ...more });
const unmark = (agent: Agent, ticketid: string, more: object = {}) =>
  world.as(agent).post("/unmark-spam", { ticketid, ...more });
const ticketOf = async (id: string) => (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>();
const rowOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
const messagesOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("ticket_id", "=", id).orderBy("seq").execute(),
  );
const kindsOf = async (id: string) => {
  const events = await world.desk("harbour", ({ db }) =>
    db.selectFrom("event").select("kind").where("subject_id", "=", id).orderBy("number").execute(),
  );
  return events.map(({ kind }) => kind).filter((kind) => kind !== "ticket_message");
};
const blockedOn = async (id: string) => {
  const client = await world.desk("harbour", ({ db }) =>
    db.selectFrom("client").select("blocked_on").where("id", "=", id).executeTakeFirstOrThrow(),
  );
  return client.blocked_on;
};

test("marking is refused signed out, from another department or company, and not as the handler", async () => {
  const { id } = await world.ticket({ handler: "jonas" });
  const closed = await world.ticket({ handler: "jonas", closed: true });
  const refunds = await world.ticket({ department: "refunds" });
  const theirs = await world.ticket({ department: "general" });
  for (const path of ["/mark-spam", "/unmark-spam"])
    expect((await world.stranger.post(path, { ticketid: id })).statusCode).toBe(401);
  for (const call of [mark, unmark]) {
    expect((await call("mira", refunds.id)).statusCode).toBe(404);
    expect((await call("ingrid", theirs.id)).statusCode).toBe(404);
    for (const ticket of [id, closed.id]) {
      const refused = await call("mira", ticket);
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({ code: "not_handler", reason: { code: "not_handler" } });
    }
  }
  expect(await rowOf(id)).toMatchObject({ spam_on: null, closed_on: null });
});

test.each([
  ["the handler", "mira"],
  ["a moderator", "tomas"],
  ["an administrator", "ingrid"],
] as const)("%s marks an open ticket, which is closed silently", async (_, agent) => {
  const { id, client_id } = await world.ticket({ handler: "mira" });
  const answer = await mark(agent, id);
  expect(answer.statusCode, answer.body).toBe(200);
  const now = world.clock.now().toISOString();
  expect(answer.json<Ticket>()).toMatchObject({
    stage: "closed",
    closed_on: now,
    spam: { on: now, by: world.agents[agent].id },
    can: { close: false, spam: true },
  });
  expect((await messagesOf(id)).map(({ type }) => type)).toEqual(["text", "close"]);
  expect((await rowOf(id)).closed_silently_on?.toISOString()).toBe(now);
  expect(await kindsOf(id)).toEqual(["ticket_close", "ticket_spam"]);
  expect(await blockedOn(client_id)).toBeNull();
  const events = world.published.map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(["closeTicket", "updateTicket", "newEventLine"]));
});

test("a closed ticket gets the mark and keeps its closing; the audit log and the profiles name it", async () => {
  const { id, client_id } = await world.ticket({ handler: "mira", closed: true });
  const before = await rowOf(id);
  expect((await mark("mira", id)).json<Ticket>().spam).toMatchObject({ by: world.agents.mira.id });
  expect(await rowOf(id)).toMatchObject({ closed_on: before.closed_on, last_seq: before.last_seq });
  const audit = (await world.as("ingrid").get("/admin/audit-log")).json<
    { verb: string; subject_id: string }[]
  >();
  expect(audit[0]).toMatchObject({ verb: "ticket_spam", subject_id: id, actor_name: "Mira Halvorsen" });
  const actions = await world.desk("harbour", ({ db }) =>
    db.selectFrom("action").selectAll().where("ticket_id", "=", id).execute(),
  );
  expect(actions).toMatchObject([{ type: "ticket_spam", client_id, agent_id: world.agents.mira.id }]);
});

test("marking twice, by whomever, and unmarking twice change nothing the second time", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const first = (await mark("mira", id)).json<Ticket>();
  world.clock.advance(1_000);
  expect((await mark("ingrid", id)).json<Ticket>().spam).toEqual(first.spam);
  expect((await unmark("mira", id)).json<Ticket>().spam).toBeUndefined();
  expect((await unmark("mira", id, { reopen: true })).json<Ticket>().stage).toBe("closed");
  expect(await kindsOf(id)).toEqual(["ticket_close", "ticket_spam", "ticket_not_spam"]);
});

test("an administrator blocks the client with it, and unblocks them with the mark", async () => {
  const { id, client_id } = await world.ticket({ handler: "mira" });
  expect((await mark("ingrid", id, { block: true })).json<Ticket>().spam).toMatchObject({ blocked: true });
  expect(await blockedOn(client_id)).not.toBeNull();
  await unmark("ingrid", id, { unblock: true });
  expect(await blockedOn(client_id)).toBeNull();
});

test("a client who was blocked before stays so when the mark is taken off", async () => {
  const { id, client_id } = await world.ticket({ handler: "mira" });
  await world.as("ingrid").post(`/admin/${client_id}/block`);
  expect((await mark("ingrid", id, { block: true })).json<Ticket>().spam).not.toHaveProperty("blocked");
  await unmark("ingrid", id, { unblock: true });
  expect(await blockedOn(client_id)).not.toBeNull();
});

test("an agent who may not block clients is told so, and nothing is marked", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  for (const refused of [
    await mark("mira", id, { block: true }),
    await unmark("mira", id, { unblock: true }),
  ]) {
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ reason: { code: "block_not_allowed" } });
  }
  expect(await rowOf(id)).toMatchObject({ closed_on: null, spam_on: null });
});

test("no spam reopened returns to its handler, and counts as no return of the client's", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await mark("mira", id);
  const open = (await unmark("mira", id, { reopen: true })).json<Ticket>();
  expect(open).toMatchObject({ stage: "accepted", userid: world.agents.mira.id, closed_on: null });
  expect(open).not.toHaveProperty("spam");
  expect(await rowOf(id)).toMatchObject({
    spam_on: null,
    spam_by: null,
    spam_blocked: null,
    reopened_count: 0,
  });
});

test("no spam is not reopened beside another open ticket of its conversation", async () => {
  const { id, thread, channel_id } = await world.ticket({ handler: "mira" });
  await mark("mira", id);
  const other = await world.ticket({ handler: "mira" });
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ thread, channel_id }).where("id", "=", other.id).execute(),
  );
  const refused = await unmark("mira", id, { reopen: true });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ reason: { code: "another_open" } });
  expect((await ticketOf(id)).spam).toBeDefined();
});

test("an agent who reopens no spam while another opens a ticket of its conversation is told so", async () => {
  const { id, thread, channel_id, client_id, client_external_id, department_id } = await world.ticket({
    handler: "mira",
  });
  await mark("mira", id);
  const { answers } = await world.desk("harbour", async (scope) => {
    const channel = { id: channel_id, platform: "telegram" } as const;
    const of = { channel, departmentId: department_id, externalId: client_external_id, thread };
    await openTicket(scope, { ...of, client: { id: client_id } });
    const answers = Promise.all([
      unmark("mira", id, { reopen: true }),
      world
        .as("mira")
        .post("/tickets/change", { ticketids: [id], change: { kind: "not_spam", reopen: true } }),
    ]);
    // The first waits for this unit of work, the other for the first.
    await vi.waitFor(async () => {
      const { rowCount } = await world.context.pool.query("select from pg_locks where not granted");
      expect(rowCount).toBe(2);
    }, 5_000);
    return { answers };
  });
  const [alone, among] = await answers;
  expect([alone.statusCode, alone.json()]).toMatchObject([409, { reason: { code: "another_open" } }]);
  expect(among.json<ChangedTickets>().refused).toMatchObject([
    { ticketid: id, reason: { code: "another_open" } },
  ]);
  expect((await ticketOf(id)).spam).toBeDefined();
});

test("a process that does not know the mark reopens and closes a ticket, which is no spam then", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const marked = (await mark("mira", id)).json<Ticket>().spam?.on;
  world.clock.advance(1_000);
  await world.desk("harbour", async (scope) => {
    const ticket = await lockTicket(scope, id);
    if (ticket) await reopenTicket(scope, ticket, { clientName: "Olena Koval" });
    await scope.db
      .updateTable("ticket")
      .set({ spam_on: new Date(marked ?? ""), closed_on: scope.now })
      .where("id", "=", id)
      .execute();
  });
  expect(await ticketOf(id)).not.toHaveProperty("spam");
});

test("lists, search, the table and the export show the mark", async () => {
  const { id } = await world.ticket({ handler: "mira", messages: ["Win a lighthouse"] });
  await mark("mira", id);
  const mira = world.as("mira");
  const lists = [
    (await mira.get("/0/closed-tickets")).json<Ticket[]>(),
    (await mira.get("/search-ticket/lighthouse/closed")).json<Ticket[]>(),
    (await world.as("ingrid").get("/get-tickets")).json<{ tickets: Ticket[] }>().tickets,
  ];
  for (const list of lists) {
    const shown = list.find(({ ticketid }) => ticketid === id);
    expect(shown).toMatchObject({ stage: "closed", spam: { by: world.agents.mira.id } });
  }
  const csv = (await world.as("ingrid").get("/export-tickets")).body;
  const [titles = "", ...lines] = csv.trim().split("\r\n");
  expect(titles.split(",").at(-1)).toBe("spam");
  expect(lines.find((line) => line.startsWith(id))?.endsWith(",spam")).toBe(true);
});

test("the rating of spam is kept, and tells nobody", async () => {
  const { id } = await world.ticket({ handler: "mira", closed: true });
  await mark("mira", id);
  world.published.length = 0;
  await world.desk("harbour", async (scope) => {
    const { client_external_id, channel_id } = await rowOf(id);
    await rateTicket(scope, id, 1, client_external_id, channel_id);
  });
  expect((await ticketOf(id)).rating).toBe(1);
  expect(world.published.map(({ event }) => event)).not.toContain("newNotification");
});

test("spam is marked many at once, and taken back: open again, with its handler, and unblocked", async () => {
  const change = async (agent: Agent, ticketids: string[], more: object) =>
    (await world.as(agent).post("/tickets/change", { ticketids, change: more })).json<ChangedTickets>();
  const [own, jonas] = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "jonas" })];
  const answer = await change("mira", [own.id, jonas.id], { kind: "spam" });
  expect(answer.changed).toEqual([own.id]);
  expect(answer.refused).toMatchObject([{ ticketid: jonas.id, reason: { code: "not_handler" } }]);
  expect((await change("ingrid", [jonas.id], { kind: "spam", block: true })).changed).toEqual([jonas.id]);
  expect(await blockedOn(jonas.client_id)).not.toBeNull();
  const back = { kind: "not_spam", reopen: true, unblock: true };
  expect((await change("ingrid", [own.id, jonas.id], back)).changed).toEqual([own.id, jonas.id]);
  expect(await ticketOf(own.id)).toMatchObject({ stage: "accepted", userid: world.agents.mira.id });
  expect(await blockedOn(jonas.client_id)).toBeNull();
  const refused = await world
    .as("mira")
    .post("/tickets/change", { ticketids: [own.id], change: { kind: "spam", block: true } });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ reason: { code: "block_not_allowed" } });
});

test("the line of the timeline says who marked it", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await mark("mira", id);
  const { lines } = (await world.as("mira").get(`/${id}/notes`)).json<{ lines: { kind: string }[] }>();
  expect(lines.at(-1)).toMatchObject({ kind: "ticket_spam", user_name: "Mira Halvorsen" });
});
