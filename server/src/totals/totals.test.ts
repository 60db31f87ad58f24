import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { recountTotals, storedTotals } from "./totals.fixture.ts";
import { addUpTotals } from "./totals.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const departments = ["bookings", "refunds", "groups"] as const;
const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns"] as const;

test("whatever happens to tickets, the kept totals are what a recount gives", async () => {
  const open: string[] = [];
  const step = fc.record({
    what: fc.constantFrom("open", "begin", "accept", "close", "reassign", "rate", "addUp", "zone", "later"),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const { what, which } of steps) {
        const ticketid = open.length > 0 ? open[which % open.length] : undefined;
        const department = departments[which % departments.length] ?? "bookings";
        if (what === "open") open.push((await world.ticket({ department, messages: [] })).id);
        if (what === "begin")
          open.push((await world.ticket({ department, handler: "ingrid", begun: true, messages: [] })).id);
        if (what === "later") world.clock.advance((which % 90_000) * 1000);
        if (what === "addUp") await addUpTotals(world.context);
        if (what === "zone")
          await world.as("ingrid").put("/admin/settings", { time_zone: zones[which % zones.length] });
        if (!ticketid) continue;
        if (what === "accept") await world.as("ingrid").post("/acceptTicket", { ticketid });
        if (what === "close") await world.as("ingrid").post("/close-ticket", { ticketid });
        if (what === "reassign")
          await world.as("ingrid").post("/ticket/change-department", {
            ticketid,
            newDepartment: world.departments[department].id,
          });
        if (what === "rate")
          await sql`update ticket set rating = ${1 + (which % 3)} where id = ${ticketid}`.execute(
            world.context.database,
          );
      }
      expect(await storedTotals(world)).toEqual(await recountTotals(world));
    }),
    { numRuns: 12 },
  );
}, 120_000);

test("concurrent additions count nothing twice", async () => {
  for (let n = 0; n < 20; n++) await world.ticket({ messages: [] });
  await Promise.all([addUpTotals(world.context), addUpTotals(world.context), world.ticket({ messages: [] })]);
  await addUpTotals(world.context);
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from ticket_total_change`.execute(
    world.context.database,
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test("a message on a ticket counts nothing anew", async () => {
  await addUpTotals(world.context);
  const ticket = await world.ticket({ messages: [] });
  await addUpTotals(world.context);
  await world.message(ticket);
  const { rows } = await sql`select 1 from ticket_total_change`.execute(world.context.database);
  expect(rows).toEqual([]);
});
