import type { OpeningHours } from "@parley/contract/open-days";
import { expect, test } from "vitest";
import { snoozeEnd } from "./snooze-end.ts";

const zone = "Europe/Berlin";
const span = { from: "08:30", to: "17:00", next_day: false };
const hours: OpeningHours = {
  time_zone: zone,
  days: [[span], [span], [span], [span], [span], [], []],
  exceptions: [],
};
const end = (until: string, now: string, of: OpeningHours | null = null) =>
  snoozeEnd(until, new Date(now), { zone, hours: of })?.toISOString().slice(0, 16) ?? null;
const friday = "2026-03-27T15:00Z";

test("later today is in three hours, and until the client writes has no end", () => {
  expect(end("later_today", friday)).toBe("2026-03-27T18:00");
  expect(end("client_writes", friday)).toBeNull();
});

test("tomorrow and Monday are at opening, at nine where no hours are set or the day has none", () => {
  expect(end("tomorrow", friday)).toBe("2026-03-28T08:00");
  expect(end("tomorrow", friday, hours)).toBe("2026-03-28T08:00");
  // Over the change of clocks the wall counts.
  expect(end("monday", friday)).toBe("2026-03-30T07:00");
  expect(end("monday", friday, hours)).toBe("2026-03-30T06:30");
});

test("on a Monday the next one is meant, and the day is the zone's own", () => {
  expect(end("monday", "2026-03-30T10:00Z")).toBe("2026-04-06T07:00");
  // It is Monday already in Berlin.
  expect(end("monday", "2026-03-29T22:30Z")).toBe("2026-04-06T07:00");
  expect(end("tomorrow", "2026-03-29T22:30Z")).toBe("2026-03-31T07:00");
});

test("a date and time is what the wall clock shows, over both changes of clocks", () => {
  expect(end("2026-03-29T02:30", friday)).toBe("2026-03-29T01:00");
  expect(end("2026-10-25T02:30", friday)).toBe("2026-10-25T00:30");
  expect(end("2026-10-26T09:00", friday)).toBe("2026-10-26T08:00");
});
