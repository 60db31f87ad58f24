import type { OpeningHours } from "@parley/contract/open-days";
import { expect, test } from "vitest";
import { leavingTime } from "./when.ts";

const zone = "Europe/Berlin";
const span = { from: "08:30", to: "17:00", next_day: false };
const hours: OpeningHours = {
  time_zone: zone,
  days: [[span], [span], [span], [span], [span], [], []],
  exceptions: [],
};
const leaves = (when: string, now: string, of: OpeningHours | null = null) =>
  leavingTime(when, new Date(now), { zone, hours: of })?.toISOString().slice(0, 19) ?? null;
const friday = "2026-03-27T15:00:00Z";

test("a held text leaves in eight seconds, and one of an hour in an hour", () => {
  expect(leaves("held", friday)).toBe("2026-03-27T15:00:08");
  expect(leaves("hour", friday)).toBe("2026-03-27T16:00:00");
});

test("a text for the opening leaves when the department opens next, over the change of clocks", () => {
  expect(leaves("opening", friday, hours)).toBe("2026-03-30T06:30:00");
  expect(leaves("opening", "2026-03-27T05:00:00Z", hours)).toBe("2026-03-27T07:30:00");
  expect(leaves("opening", friday)).toBeNull();
  expect(leaves("opening", friday, { ...hours, days: [[], [], [], [], [], [], []] })).toBeNull();
});

test("a text for tomorrow leaves at nine by the department's clock, whatever day it is in UTC", () => {
  expect(leaves("tomorrow", friday)).toBe("2026-03-28T08:00:00");
  expect(leaves("tomorrow", "2026-03-28T23:30:00Z")).toBe("2026-03-30T07:00:00");
  expect(leaves("tomorrow", "2026-03-28T12:00:00Z")).toBe("2026-03-29T07:00:00");
});

test("a text for a time that the clock leaves out leaves at the end of the gap, and for one shown twice at the first", () => {
  expect(leaves("2026-03-29T02:30", friday)).toBe("2026-03-29T01:00:00");
  expect(leaves("2026-10-25T02:30", friday)).toBe("2026-10-25T00:30:00");
  expect(leaves("2026-10-26T09:00", friday)).toBe("2026-10-26T08:00:00");
});
