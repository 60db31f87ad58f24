/** The totals of a few tickets in every stage, step by step. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { recountTotals, storedTotals } from "./totals.fixture.ts";
import { addUpTotals } from "./totals.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A ticket in each stage. Each that was accepted had waited. */
async function plantStages() {
  const handler = "mira" as const;
  for (const begun of [false, true]) {
    await world.ticket({ handler, begun, messages: [] });
    await world.ticket({ handler, begun, closed: true, rating: 2, messages: [] });
  }
  await world.ticket({ messages: [] });
  await world.ticket({ closed: true, messages: [] });
  await query(
    "update ticket set accepted_on = accepted_on + interval '1 minute' where accepted_on = created_on",
  );
}
const query = async (text: string) => (await world.context.pool.query(text)).rows;

const company = async () => {
  const [row] = await query(
    "select figures_zone, counting_zone, counted_to from company where name = 'Harbour Travel'",
  );
  return row;
};
const setZone = (zone: string) =>
  query(`update company set time_zone = '${zone}' where name = 'Harbour Travel'`);
/** The tickets in the figures by the first zone, in those that are added up and in the differences. */
const shown = (totals: string, differences: string) => `
  select sum(tickets)::int as tickets from (select tickets, zone from ${totals} where span = 'day'
    union all select tickets, zone from ticket_total_change where ${differences}) kept where zone = 'UTC'`;

/** Counts so many tickets; true when all are counted. */
async function step(batch: number): Promise<boolean> {
  const counted = await world.desk("harbour", ({ db, companyId }) =>
    sql<{ done: boolean }>`select recount_tickets(${companyId}, ${batch}) as done`.execute(db),
  );
  return counted.rows[0]?.done === true;
}

/** Counts all tickets, and returns the number of steps. */
async function countAnew(next = () => step(4)): Promise<number> {
  let steps = 1;
  while (!(await next())) expect(++steps, "steps").toBeLessThan(20);
  return steps;
}

test("each figure is added to what was added before", async () => {
  for (let round = 1; round <= 2; round++) {
    await plantStages();
    await addUpTotals(world.context);
    expect(await query("select from ticket_total_change")).toEqual([]);
    expect(await storedTotals(world)).toEqual(await recountTotals(world));
  }
});

test("spam is in no figure that is added up or counted anew, and in each once it is none", async () => {
  const mark =
    "update ticket set spam_on = closed_on where closed_on is not null and id in (select id from ticket limit 5)";
  for (const change of [mark, "update ticket set spam_on = null"]) {
    await query(change);
    await addUpTotals(world.context);
    expect(await storedTotals(world)).toEqual(await recountTotals(world));
  }
  await query(mark);
  await setZone("Asia/Kathmandu");
  await countAnew();
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
  await query("update ticket set spam_on = null");
  await setZone("UTC");
  await countAnew();
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});

test("a deleted ticket is in no figure that is added up or counted anew, and in each once it is restored", async () => {
  const remove =
    "update ticket set deleted_on = now() where id in (select id from ticket order by id limit 5)";
  const restore = "update ticket set deleted_on = null where deleted_on is not null";
  for (const change of [remove, restore]) {
    await query(change);
    await addUpTotals(world.context);
    expect(await storedTotals(world)).toEqual(await recountTotals(world));
  }
  await query(remove);
  await setZone("Asia/Kathmandu");
  await countAnew();
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
  await query(restore);
  await setZone("UTC");
  await countAnew();
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});

test.each([
  ["deleted", "deleted_on = now()", "deleted_on = null"],
  ["merged", "merged_into = (select max(id::text)::uuid from ticket)", "merged_into = null"],
])("the tables' owner, who sees %s tickets, counts none of them anew", async (_what, hide, show) => {
  const some = await query("select id from ticket order by id limit 5");
  const change = (to: string) =>
    query(`update ticket set ${to} where id in (${some.map(({ id }) => `'${id}'`).join(", ")})`);
  const count = `select recount_tickets('${world.companies.harbour.id}', 4) as done`;
  await change(hide);
  await setZone("Asia/Kathmandu");
  await countAnew(async () => (await query(count))[0].done);
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
  await change(show);
  await setZone("UTC");
  await countAnew();
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});

test("tickets are counted in steps, begun anew where the zone changes again, and differences are kept meanwhile", async () => {
  await plantStages();
  await setZone("Pacific/Kiritimati");
  expect(await step(4)).toBe(false);
  expect(await company()).toMatchObject({ figures_zone: "UTC", counting_zone: "Pacific/Kiritimati" });
  await setZone("Pacific/Pago_Pago");
  expect(await step(4)).toBe(false);
  expect(await query(shown("ticket_total", "true"))).toEqual(
    await query("select count(*)::int as tickets from ticket"),
  );
  expect(await query(shown("handler_total", "handler_id is not null"))).toEqual(
    await query("select count(handler_id)::int as tickets from ticket"),
  );
  expect(await countAnew()).toBe(4);
  expect(await company()).toEqual({
    figures_zone: "Pacific/Pago_Pago",
    counting_zone: null,
    counted_to: null,
  });
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
  expect(await step(4)).toBe(true);
});

test("a zone that changes back while tickets are counted leaves nothing of the count", async () => {
  const before = await company();
  await setZone("Asia/Kathmandu");
  expect(await step(4)).toBe(false);
  await setZone(before.figures_zone);
  expect(await step(4)).toBe(true);
  expect(await company()).toEqual({ ...before, counting_zone: null, counted_to: null });
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});
