import { expect, test } from "vitest";
import { filteredPath, readFilter, writeFilter } from "./filter.ts";

test("a filter survives its address", () => {
  const filter = { stage: "closed", platform: "telegram", from: "2026-11-01" } as const;
  expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
  expect(filteredPath({})).toBe("/admin-panel/tickets");
  expect(filteredPath({ stage: "pending" })).toBe("/admin-panel/tickets?stage=pending");
});

test("what an address names wrongly is left out, the rest counts", () => {
  const search = new URLSearchParams({
    stage: "lost",
    platform: "viber",
    department: "bookings",
    other: "1",
  });
  expect(readFilter(search)).toEqual({ platform: "viber" });
});
