/** Acceptance times within opening hours: on the cards, by day, by filter, in the export. */
import type { OpeningHours } from "@parley/contract/open-days";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { writeHours } from "../hours/rows.ts";
import { recountTotals, storedTotals } from "../totals/totals.fixture.ts";
import { addUpTotals } from "../totals/totals.ts";

let world: World;
beforeEach(async () => {
  await world?.close();
  world = await createWorld();
});
afterAll(() => world.close());

const minute = 60_000;
const office = [{ from: "09:00", to: "17:00", next_day: false }];
const hours: OpeningHours = {
  time_zone: "UTC",
  days: [office, office, office, office, office, [], []],
  exceptions: [],
};
const early = [{ from: "08:00", to: "10:00", next_day: false }];

/** Moves the clock to the next Friday at this time. */
function toFriday(time: string): void {
  const now = world.clock.now();
  const at = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  while (at <= now || at.getUTCDay() !== 5) at.setUTCDate(at.getUTCDate() + 1);
  world.clock.advance(at.getTime() - now.getTime());
}
const after = (minutes: number) => world.clock.advance(minutes * minute);
const post = async (path: string, body: object) => {
  const answer = await world.as("ingrid").post(path, body);
  expect(answer.statusCode, answer.body).toBe(200);
};
/** Sets hours without a session, which would end while the clock moves. */
const setHours = (departmentId: string | null, to: OpeningHours) =>
  world.desk("harbour", (scope) => writeHours(scope, departmentId, to));
const accept = (id: string) => post("/acceptTicket", { ticketid: id });
const figures = async (query = "") =>
  (await world.as("ingrid").get(`/get-tickets?${query}`)).json().widgetData as Record<string, unknown>;
const shown = async (query?: string) => {
  const { averageAcceptanceTime, acceptanceWithinHours } = await figures(query);
  return [averageAcceptanceTime, acceptanceWithinHours];
};
/** Minutes until Monday 09:30. */
const weekend = 64.5 * 60;

async function overTheWeekend(): Promise<string> {
  const { id } = await world.ticket({ department: "bookings" });
  after(weekend);
  await accept(id);
  return id;
}

test("all time counts without hours, and hours set later change no earlier figure", async () => {
  toFriday("17:00");
  await overTheWeekend();
  expect(await shown()).toEqual([weekend, false]);
  await setHours(null, hours);
  expect(await shown()).toEqual([weekend, true]);
});

test("only open time counts with hours, by card, day, filter and export, and in a recount", async () => {
  await setHours(null, hours);
  toFriday("16:45");
  await overTheWeekend();
  expect(await shown()).toEqual([15 + 15, true]);
  expect(await shown(`agent=${world.agents.ingrid.id}`)).toEqual([30, true]);
  expect(await shown("stage=taken")).toEqual([30, true]);
  const days = (await world.as("ingrid").get("/tickets-by-day")).json();
  expect(days).toMatchObject([{ acceptanceTime: 30 }]);
  const csv = (await world.as("ingrid").get("/export-tickets")).body.trim().split("\r\n");
  const [titles = [], row = []] = csv.map((line) => line.split(","));
  expect(row[titles.indexOf("minutes to acceptance")]).toBe("30");
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
  await addUpTotals(world.context);
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
});

test("a department's own hours replace the company's", async () => {
  await setHours(null, hours);
  await setHours(world.departments.bookings.id, { ...hours, days: Array(7).fill(early) });
  toFriday("17:00");
  // Saturday and Sunday are open, Monday until 09:30.
  await overTheWeekend();
  expect(await shown()).toEqual([120 + 120 + 90, true]);
});

test("a ticket assigned by an agent waited until then; a released one waits again", async () => {
  await setHours(null, hours);
  toFriday("16:45");
  const { id } = await world.ticket({ department: "bookings" });
  after(weekend);
  await post("/ticket/reassign-user", {
    ticketid: id,
    newDepartment: world.departments.bookings.id,
    newUser: world.agents.mira.id,
  });
  expect(await shown()).toEqual([30, true]);
  const handOver = { ticketid: id, newDepartment: world.departments.refunds.id };
  await post("/ticket/change-department", handOver);
  expect(await shown()).toEqual([0, true]);
  after(30);
  await accept(id);
  expect(await shown()).toEqual([60, true]);
});
