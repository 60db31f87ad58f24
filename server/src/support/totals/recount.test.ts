import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { recountTotals, storedTotals } from "./totals.fixture.ts";
import { addUpTotals, finishRecount, sweepRecounts } from "./totals.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns"] as const;
const never = new AbortController().signal;
const setZone = (time_zone: string) =>
  world.desk("harbour", ({ db }) =>
    db.updateTable("company").set({ time_zone }).where("name", "=", "Harbour Travel").execute(),
  );
const zonesOf = () =>
  world.context.database
    .selectFrom("company")
    .select(["time_zone", "figures_zone", "counting_zone"])
    .where("name", "=", "Harbour Travel")
    .executeTakeFirstOrThrow();

/** Runs so many steps of few tickets each, like a process that is killed after them. */
async function countSteps(steps: number, batch = 3) {
  const companyId = world.companies.harbour.id;
  for (let n = 0; n < steps; n++) {
    await world.desk("harbour", ({ db }) => sql`select recount_tickets(${companyId}, ${batch})`.execute(db));
  }
}
const finish = (batch = 3) =>
  finishRecount(world.context, { companyId: world.companies.harbour.id }, never, batch);

test("the figures are those of the old zone while days are recounted, then those of the new", async () => {
  const days = async () => (await world.as("ingrid").get("/tickets-by-day")).json();
  for (let n = 0; n < 10; n++) {
    world.clock.advance(3_000_000);
    await world.ticket({ messages: [] });
  }
  await setZone("Pacific/Pago_Pago");
  await finish();
  const before = await days();
  await setZone("Pacific/Kiritimati");
  await countSteps(2);
  expect(await zonesOf()).toMatchObject({
    figures_zone: "Pacific/Pago_Pago",
    counting_zone: "Pacific/Kiritimati",
  });
  expect(await days()).toEqual(before);
  await sweepRecounts(world.context);
  await world.drain();
  expect(await zonesOf()).toEqual({
    time_zone: "Pacific/Kiritimati",
    figures_zone: "Pacific/Kiritimati",
    counting_zone: null,
  });
  expect(await days()).not.toEqual(before);
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});

test("tickets that change between steps, repeated zone changes and lost steps end in the same numbers", async () => {
  const open: string[] = [];
  const step = fc.record({
    what: fc.constantFrom(
      "open",
      "begin",
      "accept",
      "close",
      "addUp",
      "zone",
      "zone",
      "count",
      "count",
      "count",
    ),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      for (const { what, which } of steps) {
        const ticketid = open[which % Math.max(1, open.length)];
        if (what === "open") open.push((await world.ticket({ messages: [] })).id);
        if (what === "begin")
          open.push((await world.ticket({ handler: "ingrid", begun: true, messages: [] })).id);
        if (what === "addUp") await addUpTotals(world.context);
        if (what === "zone") await setZone(zones[which % zones.length] ?? "UTC");
        if (what === "count") await countSteps(1, 1 + (which % 9));
        if (ticketid && what === "accept") await world.as("ingrid").post("/acceptTicket", { ticketid });
        if (ticketid && what === "close") await world.as("ingrid").post("/close-ticket", { ticketid });
      }
      await finish();
      expect((await zonesOf()).counting_zone).toBeNull();
      expect(await storedTotals(world)).toEqual(await recountTotals(world));
    }),
    { numRuns: 12 },
  );
}, 120_000);

test("tickets that change at the same moment as steps are counted once", async () => {
  await setZone("Asia/Kathmandu");
  const tickets = Array.from({ length: 30 }, () => world.ticket({ messages: [] }));
  await Promise.all([...tickets, finish(1), finish(2)]);
  await finish();
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});

test("a step gives way to a ticket that is being changed, and runs later", async () => {
  await setZone("UTC");
  const changing = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const { id } = await world.ticket({ messages: [] });
  const holder = world.work("mira", async ({ db }) => {
    await db.updateTable("ticket").set({ rating: 2 }).where("id", "=", id).execute();
    held.resolve();
    await changing.promise;
  });
  await held.promise;
  const put = await world.as("ingrid").put("/admin/settings", { time_zone: "America/St_Johns" });
  expect(put.statusCode).toBe(200);
  expect((await zonesOf()).figures_zone).not.toBe("America/St_Johns");
  const finishing = finish();
  changing.resolve();
  await Promise.all([holder, finishing]);
  expect((await zonesOf()).figures_zone).toBe("America/St_Johns");
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});
