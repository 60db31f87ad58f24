/** The functions of open time, called by the owner of the tables, who sees every company's rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let harbour: string;
let northwind: string;
let bookings: string;
let refunds: string;
const at = (time: string) => `2026-03-02T${time}:00.000Z`;
const ask = async (call: string, ...values: unknown[]) => {
  const { rows } = await world.context.pool.query<{ answer: unknown }>(`select ${call} as answer`, values);
  return rows[0]?.answer;
};

beforeAll(async () => {
  world = await createWorld();
  harbour = world.agents.mira.actor.companyId;
  northwind = world.agents.freya.actor.companyId;
  bookings = world.departments.bookings.id;
  refunds = world.departments.refunds.id;
  const { pool } = world.context;
  for (const [company, department] of [
    [harbour, null],
    [harbour, bookings],
    [northwind, null],
  ])
    await pool.query(
      `insert into opening_hours (company_id, department_id, time_zone, days, exceptions)
        values ($1, $2, 'UTC', '[[],[],[],[],[],[],[]]', '[]')`,
      [company, department],
    );
  for (const [company, owner, from, to, before] of [
    [harbour, bookings, "08:00", "12:00", 0],
    [harbour, bookings, "13:00", "17:00", 240],
    // Hours of others begin later, and have been open for longer.
    [harbour, harbour, "13:30", "20:00", 300],
    [northwind, bookings, "13:45", "21:00", 350],
  ])
    await pool.query("insert into open_span values ($1, $2, $3, $4, $5)", [
      ...[company, owner, at(String(from)), at(String(to)), before],
    ]);
});
afterAll(() => world.close());

const minutes = (count: number) => count * 60_000;

test("a department has its own hours, else its company's", async () => {
  expect(await ask("hours_owner($1, $2)", harbour, bookings)).toBe(bookings);
  expect(await ask("hours_owner($1, $2)", harbour, refunds)).toBe(harbour);
  expect(await ask("hours_owner($1, $2)", northwind, bookings)).toBe(northwind);
});

test("open time is that of the owner alone", async () => {
  const open = (time: string) => ask("open_at($1, $2, $3)", harbour, bookings, at(time));
  expect([await open("12:30"), await open("14:00"), await open("18:00")].map(Number)).toEqual(
    [240, 300, 480].map(minutes),
  );
});

test("the end of a length of open time is in a span of the owner, or after the last: none", async () => {
  const due = (length: number) =>
    ask("due_after($1, $2, $3, $4)", harbour, bookings, at("09:00"), minutes(length));
  expect(await due(60)).toEqual(new Date(at("10:00")));
  expect(await due(300)).toEqual(new Date(at("15:00")));
  expect(await due(420)).toEqual(new Date(at("17:00")));
  expect(await due(421)).toBeNull();
});
