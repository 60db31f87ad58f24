import { expect, test } from "vitest";
import { daysOf } from "./days.ts";

const stretch = (from: string, to: string) => ({ from, to });
const clock = { counts: [], pauses: [], due_on: null };

test("a stretch over midnight is on both days, by the wall clock of the zone", () => {
  const counts = [stretch("2026-11-27T21:30:00.000Z", "2026-11-27T23:10:00.000Z")];
  expect(daysOf({ ...clock, counts }, "Europe/Berlin")).toEqual([
    { day: "2026-11-27", counted: 90, paused: 0, parts: [{ kind: "counted", from: 1350, to: 1440 }] },
    { day: "2026-11-28", counted: 10, paused: 0, parts: [{ kind: "counted", from: 0, to: 10 }] },
  ]);
});

test("the time after the due moment is late, and a pause stands apart", () => {
  const counts = [stretch("2026-11-27T09:00:00.000Z", "2026-11-27T11:00:00.000Z")];
  const pauses = [stretch("2026-11-27T11:00:00.000Z", "2026-11-27T12:00:00.000Z")];
  const [day] = daysOf({ counts, pauses, due_on: "2026-11-27T10:00:00.000Z" }, "UTC");
  expect(day).toMatchObject({ counted: 120, paused: 60 });
  expect(day?.parts.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["counted", 540, 600],
    ["late", 600, 660],
    ["paused", 660, 720],
  ]);
});

test.each([
  ["spring", "2026-03-28T23:00:00.000Z", 23 * 60, "2026-03-29"],
  ["autumn", "2026-10-24T22:00:00.000Z", 25 * 60, "2026-10-25"],
])("the day of the change of clocks in %s counts the minutes that passed", (_when, from, minutes, day) => {
  const counts = [stretch(from, new Date(Date.parse(from) + (minutes + 60) * 60_000).toISOString())];
  const days = daysOf({ ...clock, counts }, "Europe/Berlin");
  expect(days.map(({ day, counted }) => [day, counted])).toEqual([
    [day, minutes],
    [day.replace(/\d\d$/, (last) => String(Number(last) + 1)), 60],
  ]);
});
