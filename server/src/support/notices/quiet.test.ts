import { expect, test } from "vitest";
import { quietEnd } from "./quiet.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const night = { from: "22:00", to: "07:00", days: everyDay, time_zone: null };
const zone = "Europe/Vienna";

/** The end of the quiet hours, null when it is not quiet. */
const at = (time: string, hours: Partial<typeof night> = {}, clock = zone) =>
  quietEnd({ ...night, ...hours }, clock, new Date(time))?.toISOString() ?? null;

test.each([
  ["a minute before", "2026-01-12T20:59:59Z", null],
  ["the first moment", "2026-01-12T21:00:00Z", "2026-01-13T06:00:00.000Z"],
  ["after midnight", "2026-01-12T23:30:00Z", "2026-01-13T06:00:00.000Z"],
  ["the last moment", "2026-01-13T05:59:59Z", "2026-01-13T06:00:00.000Z"],
  ["the end", "2026-01-13T06:00:00Z", null],
])("a night reaches over midnight: %s", (_when, time, end) => {
  expect(at(time)).toBe(end);
});

test("a lunch break ends on its own day", () => {
  const lunch = { from: "12:00", to: "13:00" };
  expect(at("2026-01-12T11:30:00Z", lunch)).toBe("2026-01-12T12:00:00.000Z");
  expect(at("2026-01-12T12:00:00Z", lunch)).toBeNull();
});

test("a night belongs to the day on which it begins", () => {
  const friday = { days: [4] };
  expect(at("2026-01-16T22:00:00Z", friday)).not.toBeNull();
  expect(at("2026-01-17T03:00:00Z", friday)).not.toBeNull();
  expect(at("2026-01-17T22:00:00Z", friday)).toBeNull();
  expect(at("2026-01-16T03:00:00Z", friday)).toBeNull();
});

test("equal times are a whole day", () => {
  const sunday = { from: "00:00", to: "00:00", days: [6] };
  expect(at("2026-01-17T22:59:59Z", sunday)).toBeNull();
  expect(at("2026-01-17T23:00:00Z", sunday)).toBe("2026-01-18T23:00:00.000Z");
  expect(at("2026-01-18T22:59:59Z", sunday)).not.toBeNull();
  expect(at("2026-01-18T23:00:00Z", sunday)).toBeNull();
});

test("the same instant is quiet in one zone and not in another", () => {
  expect(at("2026-01-12T15:00:00Z", {}, "Asia/Tokyo")).not.toBeNull();
  expect(at("2026-01-12T15:00:00Z")).toBeNull();
});

test("the night in which the clocks go forward ends at seven, an hour earlier than it was", () => {
  expect(at("2026-03-28T21:00:00Z")).toBe("2026-03-29T05:00:00.000Z");
  expect(at("2026-03-29T04:59:59Z")).not.toBeNull();
  expect(at("2026-03-29T05:00:00Z")).toBeNull();
});

test("the night in which the clocks go back ends at seven, an hour later than it was", () => {
  expect(at("2026-10-24T20:00:00Z")).toBe("2026-10-25T06:00:00.000Z");
  expect(at("2026-10-25T05:59:59Z")).not.toBeNull();
  expect(at("2026-10-25T06:00:00Z")).toBeNull();
});

test("a time that the clock leaves out is the end of the gap", () => {
  expect(at("2026-03-29T00:59:59Z", { to: "02:30" })).toBe("2026-03-29T01:00:00.000Z");
  expect(at("2026-03-29T01:00:00Z", { to: "02:30" })).toBeNull();
  expect(at("2026-03-29T00:59:59Z", { from: "02:30" })).toBeNull();
  expect(at("2026-03-29T01:00:00Z", { from: "02:30" })).toBe("2026-03-29T05:00:00.000Z");
});

test("a time that the clock shows twice is its first, and quiet hours do not stop and begin again", () => {
  expect(at("2026-10-25T00:29:59Z", { to: "02:30" })).toBe("2026-10-25T00:30:00.000Z");
  expect(at("2026-10-25T01:15:00Z", { to: "02:30" })).toBeNull();
  for (const time of ["2026-10-25T00:30:00Z", "2026-10-25T01:15:00Z", "2026-10-25T01:45:00Z"])
    expect(at(time, { from: "02:30" })).toBe("2026-10-25T06:00:00.000Z");
});
