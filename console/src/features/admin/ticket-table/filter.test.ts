import { expect, test } from "vitest";
import { writeFilter } from "../page/address-filter.ts";
import { filteredPath, narrowed, readFilter } from "./filter.ts";

test("a filter survives its address", () => {
  const filter = { stage: "closed", platform: "telegram", from: "2026-11-01" } as const;
  expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
  expect(filteredPath({})).toBe("/admin-panel/tickets");
  expect(filteredPath({ stage: "pending" })).toBe("/admin-panel/tickets?stage=pending");
});

test("an invalid value in an address is left out, the rest counts", () => {
  const search = new URLSearchParams({
    stage: "lost",
    platform: "viber",
    department: "bookings",
    other: "1",
  });
  expect(readFilter(search)).toEqual({ platform: "viber" });
});

test.each([
  [{}, { stage: "waiting" }, { stage: "waiting" }],
  [{ stage: "open", from: "2026-11-01" }, { stage: "waiting" }, { stage: "waiting", from: "2026-11-01" }],
  [{ stage: "reopened" }, { stage: "waiting" }, { stage: "reopened" }],
  [{ stage: "open" }, { stage: "taken" }, { stage: "accepted" }],
  [{ stage: "closed" }, {}, { stage: "closed" }],
  [{ stage: "pending" }, { stage: "closed" }, null],
  [{ stage: "closed" }, { stage: "taken" }, null],
  [{ platform: "viber" }, { platform: "telegram" }, null],
  [{ platform: "viber" }, { platform: "viber", stage: "closed" }, { platform: "viber", stage: "closed" }],
] as const)("a number within %j leads by %j to %j", (filter, more, those) => {
  expect(narrowed(filter, more)).toEqual(those);
});

test("two days in the wrong order are swapped", () => {
  const filter = readFilter(new URLSearchParams("from=2026-11-05&to=2026-11-02"));
  expect(filter).toEqual({ from: "2026-11-02", to: "2026-11-05" });
});
