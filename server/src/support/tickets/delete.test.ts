import type { DeletedTicket, DeletedTickets, Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { withDeleted } from "../../floor/database/deleted.ts";
import { recountTotals, storedTotals } from "../totals/totals.fixture.ts";
import { addUpTotals } from "../totals/totals.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
  world.clock.advance(1_000);
});

const day = 24 * 3_600_000;
type Agent = Parameters<World["as"]>[0];
const remove = (agent: Agent, ticketid: string) => world.as(agent).post("/admin/delete-ticket", { ticketid });
const restore = (agent: Agent, ticketid: string, more: object = {}) =>
  world.as(agent).post("/admin/restore-ticket", { ticketid, ...more });
const listed = async (agent: Agent, query = "") =>
  (await world.as(agent).get(`/admin/deleted-tickets${query}`)).json<DeletedTickets>();
const get = (agent: Agent, id: string) => world.as(agent).get(`/tickets/${id}`);
const rowOf = (id: string) =>
  world.desk("harbour", (scope) =>
    withDeleted(scope, () =>
      scope.db.selectFrom("ticket").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    ),
  );
/** Moves the deletion back, as if so many milliseconds had passed since. */
const age = (id: string, milliseconds: number) =>
  world.desk("harbour", (scope) =>
    withDeleted(scope, () =>
      scope.db
        .updateTable("ticket")
        .set({ deleted_on: new Date(world.clock.now().getTime() - milliseconds) })
        .where("id", "=", id)
        .execute(),
    ),
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
const figures = async () => {
  await addUpTotals(world.context);
  return [await storedTotals(world), await recountTotals(world)];
};

test("deleting and restoring are refused signed out, to agents and moderators, and to another company", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const theirs = await world.ticket({ department: "general" });
  for (const path of ["/admin/delete-ticket", "/admin/restore-ticket"])
    expect((await world.stranger.post(path, { ticketid: id })).statusCode).toBe(401);
  for (const call of [remove, restore]) {
    for (const agent of ["mira", "tomas"] as const) expect((await call(agent, id)).statusCode).toBe(403);
    expect((await call("ingrid", theirs.id)).statusCode).toBe(404);
  }
  for (const agent of ["mira", "tomas"] as const)
    expect((await world.as(agent).get("/admin/deleted-tickets")).statusCode).toBe(403);
  expect(await rowOf(id)).toMatchObject({ deleted_on: null, closed_on: null });
});

test("an administrator deletes an open ticket: it is closed silently and nobody sees it", async () => {
  const { id } = await world.ticket({ handler: "mira", client: "Olena Koval" });
  const answer = await remove("ingrid", id.slice(0, 8).toUpperCase());
  expect(answer.statusCode, answer.body).toBe(400);
  const deleted = (await remove("ingrid", id)).json<DeletedTicket>();
  const now = world.clock.now();
  expect(deleted).toEqual({
    ticketid: id,
    platform: "telegram",
    client_name: "Olena Koval",
    department_name: "Bookings",
    created_on: expect.any(String),
    messages: 2,
    deleted_on: now.toISOString(),
    deleted_by_name: "Ingrid Solheim",
    kept_until: new Date(now.getTime() + 30 * day).toISOString(),
  });
  const row = await rowOf(id);
  expect([row.closed_on, row.closed_silently_on]).toEqual([now, now]);
  for (const agent of ["mira", "tomas", "ingrid"] as const)
    expect((await get(agent, id)).statusCode).toBe(404);
  expect((await listed("ingrid")).tickets[0]).toEqual(deleted);
  expect(await kindsOf(id)).toEqual(["ticket_close", "ticket_delete"]);
  const removed = world.published.find(({ event }) => event === "removeTicket");
  expect(removed?.payload).toEqual({ ticketid: id, deleted: true });
});

test("a closed ticket keeps its closing, and deleting it twice changes nothing", async () => {
  const { id } = await world.ticket({ handler: "mira", closed: true });
  const before = await rowOf(id);
  const first = (await remove("ingrid", id)).json<DeletedTicket>();
  world.clock.advance(1_000);
  expect((await remove("ingrid", id)).json<DeletedTicket>()).toEqual(first);
  expect(await rowOf(id)).toMatchObject({ closed_on: before.closed_on, last_seq: before.last_seq });
  expect(await kindsOf(id)).toEqual(["ticket_delete"]);
});

test("a deletion fails the messages that wait to be sent, and leaves one that is being sent uncertain", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const { id } = ticket;
  const agent = { id: world.agents.mira.id };
  await world.message(ticket, {
    agent,
    content: "First",
    status: "queued",
    sending_until: world.clock.now(),
  });
  await world.message(ticket, { agent, content: "Second", status: "queued" });
  await world.desk("harbour", async ({ db, companyId }) => {
    const [first] = await messagesOf(id);
    if (!first) throw new Error("The ticket has a message");
    await db
      .insertInto("queued_reaction")
      .values({
        ...{ company_id: companyId, message_id: first.id, ticket_id: id, channel_id: ticket.channel_id },
        ...{ reaction: "👍", shown: null, created_on: world.clock.now() },
      })
      .execute();
    await db.updateTable("ticket").set({ reactions_wait: true }).where("id", "=", id).execute();
    await db
      .insertInto("automatic_due")
      .values({ company_id: companyId, ticket_id: id, due_on: world.clock.now() })
      .execute();
  });
  await remove("ingrid", id);
  const [client, first, second] = await messagesOf(id);
  expect(client).toMatchObject({ agent_reaction: "👍", agent_reaction_reason: { code: "ticket_deleted" } });
  expect(first).toMatchObject({ status: "uncertain", status_reason: { code: "interrupted_while" } });
  expect(second).toMatchObject({ status: "failed", status_reason: { code: "ticket_deleted" } });
  expect((await rowOf(id)).reactions_wait).toBe(false);
  const left = await world.desk("harbour", async ({ db }) => [
    ...(await db.selectFrom("queued_reaction").select("ticket_id").where("ticket_id", "=", id).execute()),
    ...(await db.selectFrom("automatic_due").select("ticket_id").where("ticket_id", "=", id).execute()),
  ]);
  expect(left).toEqual([]);
  await world.drain();
});

test("a restored ticket is as it was, closed, and restoring it twice changes nothing", async () => {
  const { id } = await world.ticket({ handler: "mira", messages: ["The lighthouse"] });
  await world.as("mira").post("/write-note", { ticketid: id, content: "Look" });
  const before = (await get("mira", id)).json<Ticket>();
  await remove("ingrid", id);
  await age(id, 30 * day - 1);
  world.published.length = 0;
  const back = (await restore("ingrid", id)).json<Ticket>();
  expect(back).toMatchObject({
    stage: "closed",
    client_messages: before.client_messages,
    can: { delete: true },
  });
  expect((await get("mira", id)).json<Ticket>()).toMatchObject({ ticketid: id, userid: before.userid });
  expect((await messagesOf(id)).map(({ content }) => content)[0]).toBe("The lighthouse");
  expect((await restore("ingrid", id)).json<Ticket>()).toEqual(back);
  expect(await kindsOf(id)).toEqual(["ticket_note", "ticket_close", "ticket_delete", "ticket_restore"]);
  const events = world.published.map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(["updateTicket", "newEventLine"]));
  expect((await listed("ingrid")).tickets.map(({ ticketid }) => ticketid)).not.toContain(id);
});

test("a ticket is restored for thirty days, and is in no list afterwards", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await remove("ingrid", id);
  await age(id, 30 * day);
  expect((await restore("ingrid", id)).statusCode).toBe(404);
  expect((await listed("ingrid")).tickets.map(({ ticketid }) => ticketid)).not.toContain(id);
});

test("an undone deletion reopens the ticket with its handler, unless another of its conversation is open", async () => {
  const { id, thread, channel_id } = await world.ticket({ handler: "mira" });
  await remove("ingrid", id);
  const open = (await restore("ingrid", id, { reopen: true })).json<Ticket>();
  expect(open).toMatchObject({ stage: "accepted", userid: world.agents.mira.id });
  expect(await rowOf(id)).toMatchObject({ reopened_count: 0, deleted_on: null, deleted_by: null });
  await remove("ingrid", id);
  const other = await world.ticket({ handler: "mira" });
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ thread, channel_id }).where("id", "=", other.id).execute(),
  );
  expect((await restore("ingrid", id, { reopen: true })).json<Ticket>().stage).toBe("closed");
});

test("a ticket of a department that was deleted meanwhile is restored closed", async () => {
  const { id, department_id } = await world.ticket({ handler: "mira" });
  await remove("ingrid", id);
  const set = (deleted_on: Date | null) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("department").set({ deleted_on }).where("id", "=", department_id).execute(),
    );
  await set(world.clock.now());
  expect((await restore("ingrid", id, { reopen: true })).json<Ticket>().stage).toBe("closed");
  await set(null);
});

test("no figure counts a deleted ticket, and each counts a restored one", async () => {
  const ids = [
    (await world.ticket({ handler: "mira" })).id,
    (await world.ticket({ handler: "mira", closed: true, rating: 3 })).id,
    (await world.ticket({})).id,
  ];
  const [before, counted] = await figures();
  expect(before).toEqual(counted);
  for (const id of ids) await remove("ingrid", id);
  const [without, recounted] = await figures();
  expect(without).toEqual(recounted);
  expect(without).not.toEqual(before);
  for (const id of ids) await restore("ingrid", id, { reopen: true });
  const [after, anew] = await figures();
  expect(after).toEqual(anew);
});

test("the list has a page, the last deleted first, and the next behind it", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 52; n++) {
    const { id } = await world.ticket({ closed: true, messages: [] });
    world.clock.advance(1);
    await remove("ingrid", id);
    ids.unshift(id);
  }
  const first = await listed("ingrid");
  expect([first.tickets.map(({ ticketid }) => ticketid), first.more]).toEqual([ids.slice(0, 50), true]);
  const next = await listed("ingrid", `?before=${ids[49]}`);
  expect(next.tickets.map(({ ticketid }) => ticketid).slice(0, 2)).toEqual(ids.slice(50));
});

test("the audit log and the timeline name who deleted it and who restored it", async () => {
  const { id } = await world.ticket({ handler: "mira", client: "Olena Koval" });
  await remove("ingrid", id);
  await restore("ingrid", id);
  const audit = (await world.as("ingrid").get("/admin/audit-log")).json<
    { verb: string; subject_name: string }[]
  >();
  expect(audit.slice(0, 2)).toMatchObject([
    { verb: "ticket_restore", subject_name: "Olena Koval", actor_name: "Ingrid Solheim" },
    { verb: "ticket_delete", subject_id: id },
  ]);
  const { lines } = (await world.as("mira").get(`/${id}/notes`)).json<{ lines: { kind: string }[] }>();
  expect(lines.map(({ kind }) => kind)).toEqual(["ticket_restore", "ticket_delete"]);
});
