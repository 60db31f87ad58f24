import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { addUpTotals } from "./totals.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Department, platform and day with every number, by the kept totals and by counting the tickets. */
async function kept() {
  const { rows } = await sql`
    select department_id, platform, day::text, sum(tickets)::int as tickets, sum(closed)::int as closed,
      sum(pending)::int as pending, sum(accepted)::int as accepted, sum(waited)::bigint as waited,
      sum(closed_accepted)::int as closed_accepted, sum(closed_waited)::bigint as closed_waited,
      sum(rated)::int as rated, sum(stars)::int as stars
    from (select company_id, department_id, platform, day, tickets, closed, pending, accepted, waited, closed_accepted,
        closed_waited, rated, stars from ticket_total
      union all select company_id, department_id, platform, day, tickets, closed, pending, accepted, waited,
        closed_accepted, closed_waited, rated, stars from ticket_total_change) both_of_them
    group by department_id, platform, day having sum(tickets) > 0 order by 1, 2, 3`.execute(
    world.context.database,
  );
  return rows;
}

async function recounted() {
  const { rows } = await sql`
    select department_id, platform, (ticket.created_on at time zone time_zone)::date::text as day,
      count(*)::int as tickets, count(closed_on)::int as closed,
      (count(*) filter (where closed_on is null and handler_id is null))::int as pending,
      count(accepted_on)::int as accepted,
      coalesce(sum((extract(epoch from accepted_on - ticket.created_on) * 1000)::bigint), 0)::bigint as waited,
      (count(*) filter (where closed_on is not null and accepted_on is not null))::int as closed_accepted,
      coalesce(sum((extract(epoch from accepted_on - ticket.created_on) * 1000)::bigint)
        filter (where closed_on is not null), 0)::bigint as closed_waited,
      count(rating)::int as rated, coalesce(sum(rating), 0)::int as stars
    from ticket join company using (company_id) group by 1, 2, 3 order by 1, 2, 3`.execute(
    world.context.database,
  );
  return rows;
}

const departments = ["bookings", "refunds", "groups"] as const;
const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns"] as const;

test("whatever happens to tickets, the kept totals are what a recount gives", async () => {
  const open: string[] = [];
  const step = fc.record({
    what: fc.constantFrom("open", "accept", "close", "reassign", "rate", "addUp", "zone", "later"),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const { what, which } of steps) {
        const ticketid = open.length > 0 ? open[which % open.length] : undefined;
        const department = departments[which % departments.length] ?? "bookings";
        if (what === "open") open.push((await world.ticket({ department, messages: [] })).id);
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
      expect(await kept()).toEqual(await recounted());
    }),
    { numRuns: 12 },
  );
}, 120_000);

test("two who add up at once count nothing twice", async () => {
  for (let n = 0; n < 20; n++) await world.ticket({ messages: [] });
  await Promise.all([addUpTotals(world.context), addUpTotals(world.context), world.ticket({ messages: [] })]);
  await addUpTotals(world.context);
  expect(await kept()).toEqual(await recounted());
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
