import { expect, test } from "vitest";
import {
  showDateTime,
  showDateTimeIn,
  showDuration,
  showLength,
  showRecent,
  showSize,
  showTime,
  showWait,
} from "./time.ts";

const noon = new Date(2026, 10, 21, 12, 5);

test.each([null, undefined, "", "yesterday"])("a value such as %j is no time", (iso) => {
  expect(showDateTime(iso)).toBe("Unknown");
  expect(showTime(iso)).toBe("??:??");
  expect(showRecent(iso, noon)).toBe("Unknown");
});

test("times are shown in the reader's zone in the specification's form", () => {
  expect(showDateTime(noon.toISOString())).toBe("2026-11-21 12:05");
  expect(showTime(noon.toISOString())).toBe("12:05");
});

test("today is shown as a time, another day as a date", () => {
  expect(showRecent(noon.toISOString(), new Date(2026, 10, 21, 23, 59))).toBe("12:05");
  expect(showRecent(noon.toISOString(), new Date(2026, 10, 22, 0, 0))).toBe("2026-11-21");
});

test("sizes are KB, and MB from 1000 KB", () => {
  expect(showSize(0)).toBe("0.0 KB");
  expect(showSize(5)).toBe("<0.1 KB");
  expect(showSize(50)).toBe("0.1 KB");
  expect(showSize(184_200)).toBe("184.2 KB");
  expect(showSize(999_940)).toBe("999.9 KB");
  expect(showSize(1_000_000)).toBe("1.0 MB");
});

test("a recording's length is minutes and seconds", () => {
  expect(showDuration(14_400)).toBe("0:14");
  expect(showDuration(-5)).toBe("0:00");
  expect(showDuration(3_725_000)).toBe("62:05");
});

test.each([
  [0, "0 min"],
  [59, "59 min"],
  [60, "1 hr"],
  [23 * 60 + 59, "23 hr"],
  [49 * 60, "2 days"],
])("a wait of %s minutes reads %s", (minutes, shown) => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(showWait(new Date(now.getTime() - minutes * 60_000).toISOString(), now, "en")).toBe(shown);
});

test.each([
  [0, "0 min"],
  [59, "59 min"],
  [60, "1 hr"],
  [90, "1 hr 30 min"],
  [24 * 60, "1 day"],
  [51 * 60 + 20, "2 days 3 hr"],
  [48 * 60 + 20, "2 days"],
])("a length of %s minutes reads %s", (minutes, shown) => {
  expect(showLength(minutes, "en")).toBe(shown);
});

test("a time in a zone is that zone's, whatever the reader's is", () => {
  expect(showDateTimeIn("2026-11-21T23:30:00Z", "Asia/Tokyo")).toBe("2026-11-22 08:30");
  expect(showDateTimeIn("2026-07-21T23:30:00Z", "America/New_York")).toBe("2026-07-21 19:30");
  expect(showDateTimeIn(null, "Asia/Tokyo")).toBe("Unknown");
});
