import { expect, test } from "vitest";
import { instantOf } from "./wall-clock.ts";

const at = (zone: string, wall: string) =>
  new Date(instantOf(zone, Date.parse(`${wall}Z`))).toISOString().slice(0, 16);

test("a time on the wall is the instant at which the zone's clock reads it", () => {
  expect(at("Europe/Berlin", "2026-01-05T09:00")).toBe("2026-01-05T08:00");
  expect(at("Europe/Berlin", "2026-07-05T09:00")).toBe("2026-07-05T07:00");
  expect(at("America/New_York", "2026-07-05T09:00")).toBe("2026-07-05T13:00");
});

test("a time that the clock leaves out is the end of the gap", () => {
  expect(at("Europe/Berlin", "2026-03-29T02:30")).toBe("2026-03-29T01:00");
  expect(at("Europe/Berlin", "2026-03-29T03:00")).toBe("2026-03-29T01:00");
  expect(at("Australia/Lord_Howe", "2026-10-04T02:15")).toBe("2026-10-03T15:30");
});

test("a time that the clock shows twice is the first of the two", () => {
  expect(at("Europe/Berlin", "2026-10-25T02:30")).toBe("2026-10-25T00:30");
  expect(at("Europe/Berlin", "2026-10-25T03:00")).toBe("2026-10-25T02:00");
});
