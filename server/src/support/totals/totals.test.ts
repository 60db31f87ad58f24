import type { TicketFilter } from "@parley/contract/ticket-table";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { countByDay, countTickets } from "../tickets/figures.ts";
import { meanRating } from "../tickets/handled.ts";
import { reopenTicket } from "../tickets/open.ts";
import { recountTotals, storedTotals } from "./totals.fixture.ts";
import { addUpTotals, newestDays, placeOf, totals } from "./totals.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const departments = ["bookings", "refunds", "groups"] as const;
const handlers = ["ingrid", "mira", "tomas"] as const;
const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns"] as const;

test("the stored totals equal a recount, whatever happens to tickets", async () => {
  const open: string[] = [];
  const step = fc.record({
    what: fc.constantFrom(
      ...(["open", "begin", "accept", "close", "reopen", "reassign", "hand", "rate"] as const),
      ...(["spam", "notSpam"] as const),
      ...(["addUp", "zone", "later"] as const),
    ),
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
        if (what === "later") await advance((which % 4_000_000) * 1000);
        if (what === "addUp") await addUpTotals(world.context);
        if (what === "zone")
          await world.as("ingrid").put("/admin/settings", { time_zone: zones[which % zones.length] });
        if (!ticketid) continue;
        if (what === "accept") await world.as("ingrid").post("/acceptTicket", { ticketid });
        if (what === "close") await world.as("ingrid").post("/close-ticket", { ticketid });
        if (what === "spam") await world.as("ingrid").post("/mark-spam", { ticketid });
        if (what === "notSpam")
          await world.as("ingrid").post("/unmark-spam", { ticketid, reopen: which % 2 === 0 });
        if (what === "hand")
          await world.as("ingrid").post("/ticket/reassign-user", {
            ticketid,
            newDepartment: world.departments.bookings.id,
            newUser: world.agents[handlers[which % handlers.length] ?? "mira"].id,
          });
        if (what === "reopen") await reopen(ticketid);
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
      for (const filter of [{}, ...handlers.map((name) => ({ agent: world.agents[name].id }))]) {
        for (const most of [1, 2, 4]) {
          const { newest, all } = await daysOf(filter, most);
          expect(newest).toEqual(all);
        }
      }
      const { found, counted } = await places();
      expect(found).toEqual(counted);
      for (const agent of handlers) {
        for (const filter of filters) {
          const { kept, counted } = await answers({ ...filter, agent: world.agents[agent].id });
          expect(kept, `${agent} ${JSON.stringify(filter)}`).toEqual(counted);
        }
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);

/** Moves the clock and keeps all agents signed in. */
async function advance(milliseconds: number): Promise<void> {
  world.clock.advance(milliseconds);
  const now = world.clock.now();
  await sql`update session set created_on = ${now}, last_used_on = ${now}, expires_on = ${now}::timestamptz + interval '1 day'`.execute(
    world.context.database,
  );
}

const filters: TicketFilter[] = [
  {},
  { stage: "closed" },
  { stage: "taken", platform: "telegram" },
  { stage: "accepted" },
  { from: "2026-01-02", to: "2999-12-31" },
];

type From = ReturnType<typeof totals>;
const ticketsByDay = async ({ db }: Scope, from: From) => {
  const { rows } = await sql<{ day: string; tickets: number }>`
    select day::text, sum(tickets)::int as tickets from ${from}
    group by day having sum(tickets) > 0 order by counted.day desc`.execute(db);
  return rows;
};

/** The newest days with tickets: from a part of the totals, and from all. */
const daysOf = (filter: TicketFilter, most: number) =>
  world.work("ingrid", async (scope) => ({
    newest: (await ticketsByDay(scope, newestDays(scope, filter, most))).slice(0, most),
    all: (await ticketsByDay(scope, totals(scope, filter, { span: "day" }))).slice(0, most),
  }));

const none = sql`(select null::date as day where false)`;

/** The position of each ticket, from the newest on. */
const places = () =>
  world.work("ingrid", async (scope) => {
    const days = await ticketsByDay(scope, totals(scope, {}, { span: "day" }));
    const counted = days.flatMap(({ day, tickets }) =>
      Array.from({ length: tickets }, (_, offset) => ({ until: day, offset })),
    );
    const found = [];
    for (const offset of counted.keys()) found.push(await placeOf(scope, {}, offset, none));
    return { found, counted };
  });

/** An agent's figures and days from the totals; with their channel, as counted from the tickets. */
const answers = (filter: TicketFilter) =>
  world.work("mira", async (scope) => {
    const ask = async (filter: TicketFilter) => ({
      figures: await countTickets(scope, filter),
      days: await countByDay(scope, filter),
    });
    return {
      kept: await ask(filter),
      counted: await ask({ ...filter, channel: world.channels.harbour.id }),
    };
  });

const reopen = (ticketId: string) =>
  world.desk("harbour", async (scope) => {
    const ticket = await scope.db
      .selectFrom("ticket")
      .selectAll()
      .where("id", "=", ticketId)
      .where("closed_on", "is not", null)
      .executeTakeFirst();
    if (ticket) await reopenTicket(scope, ticket, { clientName: "Dora" });
  });

test("the newest days are found when the last ticket of one was reassigned", async () => {
  const newUser = world.agents.mira.id;
  const of = { agent: world.agents.tomas.id };
  let last = "";
  for (let day = 0; day < 3; day += 1) {
    await advance(86_400_000);
    last = (await world.ticket({ department: "bookings", handler: "tomas", messages: [] })).id;
  }
  await addUpTotals(world.context);
  const newDepartment = world.departments.bookings.id;
  const answer = await world
    .as("ingrid")
    .post("/ticket/reassign-user", { ticketid: last, newDepartment, newUser });
  expect(answer.statusCode, answer.body).toBe(200);
  for (const part of ["pending", "added"]) {
    const { newest, all } = await daysOf(of, 1);
    expect(newest, part).toEqual(all);
    expect(newest, part).toHaveLength(1);
    await addUpTotals(world.context);
  }
});

test("an agent's rating is the mean of their tickets in every department", async () => {
  // Tickets of the test above, which may be spam, belong to others.
  const { naledi, jonas } = world.agents;
  await world.ticket({ department: "refunds", handler: "naledi", closed: true, rating: 1, messages: [] });
  await world.ticket({ department: "groups", handler: "naledi", closed: true, rating: 3, messages: [] });
  await addUpTotals(world.context);
  await world.ticket({ department: "groups", handler: "naledi", closed: true, rating: 3, messages: [] });
  const rating = ({ id }: { id: string }) => world.work("mira", (scope) => meanRating(scope, id));
  expect([await rating(naledi), await rating(jonas)]).toEqual([2.33, null]);
});

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

test("a message on a ticket adds no count", async () => {
  await addUpTotals(world.context);
  const ticket = await world.ticket({ messages: [] });
  await addUpTotals(world.context);
  await world.message(ticket);
  const { rows } = await sql`select 1 from ticket_total_change`.execute(world.context.database);
  expect(rows).toEqual([]);
});
