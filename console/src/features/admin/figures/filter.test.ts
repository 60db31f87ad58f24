import { readCondition } from "@parley/contract/conditions/check";
import { expect, test } from "vitest";
import { askedBy, readFilter, ticketsBehind } from "./filter.ts";

const range = { from: "2026-11-01", to: "2026-11-30" };
const department = "11111111-1111-4111-8111-111111111111";

test("an address names the filter; what it should not name is left out", () => {
  const filter = readFilter(
    new URLSearchParams({ days: "7", department, times: "open", agent: "mira", more: "1" }),
  );
  expect(filter).toEqual({ days: "7", department, times: "open" });
  expect(askedBy(filter)).toEqual({ days: "7", department });
  expect(readFilter(new URLSearchParams({ days: "5" }))).toEqual({});
});

test("a number of opened tickets leads to those of the days", () => {
  expect(ticketsBehind("opened", { department }, range)).toBe(
    `/admin-panel/tickets?department=${department}&from=2026-11-01&to=2026-11-30`,
  );
  expect(ticketsBehind("waiting", {}, range)).toBe("/admin-panel/tickets?stage=waiting");
});

test("a number of closed or rated tickets leads to them by conditions that the table takes", () => {
  for (const [what, leaves] of [
    ["closed", 2],
    ["rated", 3],
  ] as const) {
    const search = new URL(ticketsBehind(what, {}, range), "http://desk.example").searchParams;
    const condition = readCondition(search.get("conditions") ?? "", "search");
    expect(condition).toMatchObject({
      all: expect.arrayContaining([expect.objectContaining({ field: "closed_on" })]),
    });
    expect((condition as { all: unknown[] }).all).toHaveLength(leaves);
  }
});
