import { randomUUID } from "node:crypto";
import type { OpeningHours } from "@parley/contract/open-days";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const office = [{ from: "09:00", to: "17:30", next_day: false }];
const hours: OpeningHours = {
  time_zone: "Europe/Sofia",
  days: [office, office, office, office, office, [], []],
  exceptions: [{ date: "2026-12-25", yearly: true, name: "Christmas", spans: [] }],
};
const get = async (as: "ingrid" | "freya" = "ingrid") => (await world.as(as).get("/opening-hours")).json();
const set = (to: object | null) => world.as("ingrid").post("/opening-hours", { hours: to });
const setDepartment = (departmentid: string, to: object | null) =>
  world.as("ingrid").post("/department-opening-hours", { departmentid, hours: to });

test("an agent neither reads nor changes opening hours", async () => {
  expect((await world.as("mira").get("/opening-hours")).statusCode).toBe(403);
  expect((await world.as("mira").post("/opening-hours", { hours })).statusCode).toBe(403);
});

test("a department of another company, and an unknown one, are not found", async () => {
  for (const id of [world.departments.general.id, randomUUID()]) {
    const answer = await setDepartment(id, hours);
    expect([answer.statusCode, answer.json().message]).toEqual([404, "Department not found!"]);
  }
});

const day = (...spans: [string, string, boolean?][]) => ({
  days: [spans.map(([from, to, next_day = false]) => ({ from, to, next_day })), [], [], [], [], [], []],
});
test.each<[string, object, string]>([
  ["no such zone", { time_zone: "Mars/Olympus" }, "hours.time_zone"],
  ["six days", { days: [[], [], [], [], [], []] }, "hours.days"],
  ["an end before the start", day(["17:00", "09:00"]), "hours.days.0.0"],
  ["an empty span", day(["09:00", "09:00"]), "hours.days.0.0"],
  ["more than a day", day(["09:00", "10:00", true]), "hours.days.0.0"],
  ["an overlap", day(["09:00", "13:00"], ["12:59", "17:00"]), "hours.days.0.1"],
  ["a time that is none", day(["09:00", "24:30"]), "hours.days.0.0.to"],
  [
    "a night that reaches into the next morning's span",
    { days: [[], [], [], [], [], [], [{ from: "22:00", to: "10:00", next_day: true }]].with(0, office) },
    "hours.days.0.0",
  ],
  [
    "a date twice",
    { exceptions: [hours.exceptions[0], { ...hours.exceptions[0], date: "2031-12-25" }] },
    "hours.exceptions.1.date",
  ],
  ["no date", { exceptions: [{ ...hours.exceptions[0], date: "2026-02-30" }] }, "hours.exceptions.0.date"],
])("%s is refused, and nothing changes", async (_what, wrong, field) => {
  const before = await get();
  const answer = await set({ ...hours, ...wrong });
  expect(answer.statusCode).toBe(400);
  expect([answer.json().message].flat()[0]).toContain(`${field}:`);
  expect(await get()).toEqual(before);
});

test("a department has its own hours or those of its company", async () => {
  expect((await get()).company).toBeNull();
  expect((await set(hours)).json().company).toEqual(hours);
  const { id } = world.departments.bookings;
  const nights = { ...hours, days: hours.days.map(() => [{ from: "22:00", to: "06:00", next_day: true }]) };
  const answer = (await setDepartment(id, nights)).json();
  expect(answer.departments.find((one: { departmentid: string }) => one.departmentid === id).hours).toEqual(
    nights,
  );
  expect(answer.departments.filter((one: { hours: unknown }) => one.hours)).toHaveLength(1);
  expect((await get("freya")).company).toBeNull();
  const back = (await setDepartment(id, null)).json();
  expect(back.departments.every((one: { hours: unknown }) => one.hours === null)).toBe(true);
  expect(back.company).toEqual(hours);
});

test("a change of hours is in the audit log day by day and reaches administrators; a repeat does neither", async () => {
  await set(hours);
  world.published.length = 0;
  const later = { ...hours, days: hours.days.with(0, []) };
  await set(later);
  await set(later);
  const heard = world.published.filter(({ event }) => event === "openingHoursChanged");
  expect(heard).toHaveLength(1);
  expect(heard[0]?.rooms).toEqual([expect.stringMatching(/:admins$/)]);
  const [entry, before] = (await world.as("ingrid").get("/admin/audit-log")).json();
  expect(entry).toMatchObject({
    verb: "company_hours",
    subject_name: "Harbour Travel",
    changes: { monday: { from: "09:00–17:30", to: null } },
  });
  expect(before.changes).not.toEqual(entry.changes);
});

test("two administrators who save hours at once leave one whole set", async () => {
  const { id } = world.departments.refunds;
  const others = { ...hours, time_zone: "Asia/Tokyo", exceptions: [] };
  const answers = await Promise.all([setDepartment(id, hours), setDepartment(id, others)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const left = (await get()).departments.find(
    (one: { departmentid: string }) => one.departmentid === id,
  ).hours;
  expect([hours, others]).toContainEqual(left);
});
