import type { OpeningHours } from "@parley/contract/open-days";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOpen, nextClosing, nextOpening, openTimeBetween } from "./open.ts";

const minute = 60_000;
const at = (iso: string) => new Date(iso);
const span = (from: string, to: string, next_day = false) => ({ from, to, next_day });

/** Open around the clock on some days, over midnight on others; short spans in the hours in which clocks change. */
const week = [
  [span("09:00", "12:30"), span("13:15", "18:00")],
  [span("00:00", "02:30"), span("22:30", "01:45", true)],
  [span("00:00", "00:00", true)],
  [],
  [span("08:00", "23:59")],
  [span("20:00", "03:00", true)],
  [span("01:30", "02:15"), span("02:40", "03:20"), span("23:30", "00:30", true)],
];
const exceptions = [
  { date: "2024-12-25", yearly: true, name: "Christmas", spans: [] },
  { date: "2026-12-25", yearly: false, name: "Open this once", spans: [span("10:00", "11:00")] },
  { date: "2026-05-14", yearly: false, name: "Stocktaking", spans: [span("23:00", "04:00", true)] },
  { date: "2026-03-08", yearly: false, name: "Night shift", spans: [span("00:00", "04:00")] },
];

/**
 * Asks for the clock's reading at every quarter of an hour, which these zones' clocks begin and change at, and compares
 * that of every minute with the lists as texts.
 */
function oracle(zone: string) {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const spansOf = new Map<string, { from: string; to: string; next_day: boolean }[]>();
  for (let noon = Date.UTC(2025, 11, 25, 12); noon < Date.UTC(2027, 0, 9); noon += 24 * 60 * minute) {
    const date = new Date(noon);
    const day = date.toISOString().slice(0, 10);
    const own =
      exceptions.find((one) => !one.yearly && one.date === day) ??
      exceptions.find((one) => one.yearly && one.date.endsWith(day.slice(4)));
    spansOf.set(day, own?.spans ?? week[[6, 0, 1, 2, 3, 4, 5][date.getUTCDay()] as number] ?? []);
  }
  const before = new Map([...spansOf.keys()].map((day, index, all) => [day, all[index - 1]]));
  let asked = Number.NaN;
  let read: string[] = [];
  return (instant: number) => {
    const passed = (instant / minute) % 15;
    if (asked !== instant - passed * minute) {
      asked = instant - passed * minute;
      read = clock.format(asked).split(/[ :]/);
    }
    const [day = "", hour, quarter] = read;
    const time = `${hour}:${String(Number(quarter) + passed).padStart(2, "0")}`;
    const today = spansOf.get(day)?.some(({ from, to, next_day }) => from <= time && (next_day || time < to));
    const since = spansOf.get(before.get(day) ?? "")?.some(({ to, next_day }) => next_day && time < to);
    return Boolean(today || since);
  };
}

const begin = Date.UTC(2026, 0, 1);
const end = Date.UTC(2027, 0, 1);

/**
 * The zones change by 60 minutes forward and back, by 30, at midnight, the other way round in Ramadan, or never, at an
 * odd offset.
 */
test.each([
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Casablanca",
  "Asia/Kathmandu",
])("each minute of a year in %s agrees with the oracle", (time_zone) => {
  const hours = { time_zone, days: week, exceptions };
  const isOpenAt = oracle(time_zone);
  const expected: string[] = [];
  let openMinutes = 0;
  for (let instant = begin, was = isOpenAt(begin - minute); instant < end; instant += minute) {
    const now = isOpenAt(instant);
    if (now) openMinutes += 1;
    if (now !== was) expected.push(`${now ? "opens" : "closes"} ${new Date(instant).toISOString()}`);
    was = now;
  }
  expect(expected.length).toBeGreaterThan(500);
  expect(changesOf(hours)).toEqual(expected);
  expect(openTimeBetween(hours, new Date(begin), new Date(end))).toBe(openMinutes * minute);
});

function changesOf(hours: OpeningHours): string[] {
  const found: string[] = [];
  let now = new Date(begin - 1);
  for (;;) {
    const open = isOpen(hours, now);
    const next = open ? nextClosing(hours, now) : nextOpening(hours, now);
    if (!next || next.getTime() >= end) return found;
    found.push(`${open ? "closes" : "opens"} ${next.toISOString()}`);
    now = next;
  }
}

const nights = (zone: string): OpeningHours => ({
  time_zone: zone,
  days: Array.from({ length: 7 }, () => [span("22:00", "06:00", true)]),
  exceptions: [],
});

test("a night is an hour shorter when the clock is put forward, an hour longer when it is put back", () => {
  const hours = nights("Europe/Berlin");
  const night = (day: string, next: string) =>
    openTimeBetween(hours, at(`${day}T12:00Z`), at(`${next}T12:00Z`)) / (60 * minute);
  expect(night("2026-03-27", "2026-03-28")).toBe(8);
  expect(night("2026-03-28", "2026-03-29")).toBe(7);
  expect(night("2026-10-24", "2026-10-25")).toBe(9);
  expect(nextClosing(hours, at("2026-03-28T23:00Z"))).toEqual(at("2026-03-29T04:00Z"));
  expect(nextClosing(hours, at("2026-10-24T23:00Z"))).toEqual(at("2026-10-25T05:00Z"));
});

test("an opening in the skipped hour is at the end of that hour", () => {
  const hours = {
    ...nights("Europe/Berlin"),
    days: Array.from({ length: 7 }, () => [span("02:30", "05:00")]),
  };
  expect(nextOpening(hours, at("2026-03-28T12:00Z"))).toEqual(at("2026-03-29T01:00Z"));
});

test("hours without spans never open, and hours without gaps never close", () => {
  const never = { time_zone: "UTC", days: Array.from({ length: 7 }, () => []), exceptions: [] };
  expect(isOpen(never, at("2026-05-05T10:00Z"))).toBe(false);
  expect(nextOpening(never, at("2026-05-05T10:00Z"))).toBeNull();
  expect(nextClosing(never, at("2026-05-05T10:00Z"))).toBeNull();
  const days = Array.from({ length: 7 }, () => [span("00:00", "00:00", true)]);
  const always = { ...never, days };
  expect(isOpen(always, at("2026-05-05T10:00Z"))).toBe(true);
  expect(nextClosing(always, at("2026-05-05T10:00Z"))).toBeNull();
  expect(nextOpening(always, at("2026-05-05T10:00Z"))).toBeNull();
});

test("one opening a year is found", () => {
  const spans = [span("10:00", "11:00")];
  const hours = {
    time_zone: "Asia/Tokyo",
    days: Array.from({ length: 7 }, () => []),
    exceptions: [{ date: "2020-04-01", yearly: true, name: "", spans }],
  };
  expect(nextOpening(hours, at("2026-04-01T02:00Z"))).toEqual(at("2027-04-01T01:00Z"));
});

const clock = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => new Date(minutes * minute).toISOString().slice(11, 16));
const spans = fc
  .array(fc.tuple(clock, clock), { maxLength: 3 })
  .map((pairs) => pairs.map(([from, to]) => span(from, to, to <= from)));
const anyHours: fc.Arbitrary<OpeningHours> = fc.record({
  time_zone: fc.constantFrom(
    "Europe/Sofia",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "UTC",
  ),
  days: fc.array(spans, { minLength: 7, maxLength: 7 }),
  exceptions: fc.array(
    fc.record({
      date: fc.constantFrom("2026-03-29", "2026-11-01", "2024-02-29", "2026-12-31"),
      yearly: fc.boolean(),
      name: fc.constant(""),
      spans,
    }),
    { maxLength: 3 },
  ),
});
const instants = fc
  .array(fc.integer({ min: begin / minute, max: end / minute }), { minLength: 3, maxLength: 3 })
  .map(
    (all) => all.sort((one, other) => one - other).map((one) => new Date(one * minute)) as [Date, Date, Date],
  );

test("an opening ends closed time and a closing open time, whatever the hours, and times add up", () => {
  fc.assert(
    fc.property(anyHours, instants, (hours, [one, two, three]) => {
      const before = (instant: Date) => isOpen(hours, new Date(instant.getTime() - 1));
      const opening = nextOpening(hours, one);
      const closing = nextClosing(hours, one);
      if (opening) expect([before(opening), isOpen(hours, opening)]).toEqual([false, true]);
      if (closing) expect([before(closing), isOpen(hours, closing)]).toEqual([true, false]);
      if (!isOpen(hours, one) && opening) expect(openTimeBetween(hours, one, opening)).toBe(0);
      const parts = openTimeBetween(hours, one, two) + openTimeBetween(hours, two, three);
      expect(openTimeBetween(hours, one, three)).toBe(parts);
    }),
    { numRuns: 60 },
  );
});
