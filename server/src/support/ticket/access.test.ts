import { afterAll, beforeAll, expect, test } from "vitest";
import { plantPair } from "../../../../test/world/merged-pair.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { accessTicket, checkAbility, lockingSql, lockTicket } from "./access.ts";
import { showMerged } from "./merged.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const nowhere = "00000000-0000-4000-8000-000000000000";
const see = (agent: Parameters<World["work"]>[0], id: string) =>
  world.work(agent, (scope) => accessTicket(scope, id, "see"));

test("another company's ticket, another department's and an unknown one are the same 404", async () => {
  const theirs = await world.ticket({ department: "general" });
  const refunds = await world.ticket({ department: "refunds" });
  for (const id of [
    theirs.id,
    refunds.id,
    nowhere,
    theirs.id.slice(0, 8),
    refunds.id.slice(0, 8),
    "",
    "x",
    "%",
  ]) {
    await expect(see("mira", id), id).rejects.toMatchObject({ status: 404, code: "not_found" });
  }
});

test("a moderator and an admin see the tickets of every department, and none of another company", async () => {
  const groups = await world.ticket({ department: "groups" });
  const theirs = await world.ticket({ department: "claims" });
  for (const agent of ["tomas", "ingrid"] as const) {
    expect((await see(agent, groups.id)).id).toBe(groups.id);
    await expect(see(agent, theirs.id)).rejects.toMatchObject({ status: 404 });
  }
});

test("a ticket is found by eight characters, in either case", async () => {
  const { id } = await world.ticket();
  expect((await see("mira", id.slice(0, 8).toUpperCase())).id).toBe(id);
});

test("the whole id is required when two begin alike, unless the agent may see only one of them", async () => {
  await plant("bookings", "abcd1234-0000-4000-8000-000000000001");
  await plant("refunds", "abcd1234-0000-4000-8000-000000000002");
  expect((await see("mira", "abcd1234")).id).toBe("abcd1234-0000-4000-8000-000000000001");
  await expect(see("ingrid", "abcd1234")).rejects.toMatchObject({ status: 409, code: "ambiguous_id" });
});

test("a ticket is found by eight characters among others that begin alike and are not theirs to see", async () => {
  await plant("refunds", "bcde1234-0000-4000-8000-000000000001");
  await plant("refunds", "bcde1234-0000-4000-8000-000000000002");
  await plant("bookings", "bcde1234-0000-4000-8000-000000000003");
  expect((await see("mira", "bcde1234")).id).toBe("bcde1234-0000-4000-8000-000000000003");
});

test("a colleague's closed ticket is refused as another's where it may be closed, and else as closed", async () => {
  const { id } = await world.ticket({ department: "bookings", handler: "jonas", closed: true });
  const refusal = (ability: "spam" | "delete" | "reply" | "reassign") =>
    world.work("mira", async (scope) => checkAbility(scope, await accessTicket(scope, id, "see"), ability));
  for (const ability of ["spam", "delete"] as const)
    await expect(refusal(ability), ability).rejects.toMatchObject({ code: "not_handler" });
  for (const ability of ["reply", "reassign"] as const)
    await expect(refusal(ability), ability).rejects.toMatchObject({ code: "ticket_closed" });
});

test("a text that is no id locks nothing", () => {
  const { id } = world.companies.harbour;
  expect(lockingSql(id, "x")).toBeNull();
  expect(lockingSql(id, nowhere)).toContain(nowhere);
});

test("an agent who may not answer accepts no ticket, also one without a handler", async () => {
  const { id } = await world.ticket();
  const refused = world.work("mira", async (scope) => {
    const actor = { ...scope.actor, abilities: new Set(["readTickets"] as const) };
    await accessTicket({ ...scope, actor }, id, "accept");
  });
  await expect(refused).rejects.toMatchObject({ status: 403, code: "not_handler" });
});

test("only the named ticket is locked", async () => {
  const { id } = await world.ticket();
  const other = await world.ticket();
  await world.work("mira", async (scope) => {
    expect((await lockTicket(scope, id))?.id).toBe(id);
    const free = await world.context.pool.query("select id from ticket for update skip locked");
    expect(free.rows).toContainEqual({ id: other.id });
    expect(free.rows).not.toContainEqual({ id });
  });
});

test("a merged ticket is accessed as its target, also in a unit of work that sees merged ones", async () => {
  const pair = await plantMerged();
  for (const ability of ["see", "reply"] as const)
    await world.work("mira", async (scope) => {
      await showMerged(scope);
      expect((await accessTicket(scope, pair.merged, ability)).id, ability).toBe(pair.target);
    });
});

test("a merged ticket is locked with its target, which says whether it is closed, also where merged ones are seen", async () => {
  const pair = await plantMerged();
  const closed_on = world.clock.now();
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ closed_on }).where("id", "=", pair.target).execute(),
  );
  for (const seesMerged of [false, true])
    await world.desk("harbour", async (scope) => {
      if (seesMerged) await showMerged(scope);
      expect(await lockTicket(scope, pair.merged)).toMatchObject({ id: pair.merged, closed_on });
      const free = await world.context.pool.query("select id from ticket for update skip locked");
      expect(free.rows).not.toContainEqual({ id: pair.target });
    });
});

async function plantMerged() {
  const pair = await plantPair(world);
  const body = { ticketid: pair.merged, into: pair.target };
  const answer = await world.as("mira").post("/merge-tickets", body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return pair;
}

async function plant(department: "bookings" | "refunds", id: string) {
  const like = await world.ticket({ department, messages: [] });
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ id }).where("id", "=", like.id).execute(),
  );
}

test("an agent who sees a ticket gets the reason why they may not reply", async () => {
  const open = await world.ticket({ handler: "jonas" });
  const closed = await world.ticket({ handler: "mira", closed: true });
  const reply = (id: string) => world.work("mira", (scope) => accessTicket(scope, id, "reply"));
  await expect(reply(open.id)).rejects.toMatchObject({ status: 403, code: "not_handler" });
  await expect(reply(closed.id)).rejects.toMatchObject({ status: 403, code: "ticket_closed" });
});

test("access with an ability keeps the ticket locked until the unit of work ends", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const locked = () =>
    world.context.pool.query("select 1 from ticket where id = $1 for update skip locked", [id]);
  await world.work("mira", async (scope) => {
    await accessTicket(scope, id, "reply");
    expect((await locked()).rowCount).toBe(0);
  });
  expect((await locked()).rowCount).toBe(1);
});
