import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { about, concerns } from "./about.ts";

test("each scenario is about folders that exist", () => {
  expect(
    Object.values(about)
      .flat()
      .filter((folder) => !existsSync(folder)),
  ).toEqual([]);
});

test("a scenario runs after a change of its code or of what all stand on, and one of every message always", () => {
  expect(concerns("rules", ["server/src/decide/rules/run.ts"])).toBe(true);
  expect(concerns("rules", ["server/src/floor/ledger/relay.ts"])).toBe(true);
  expect(concerns("rules", ["test/faults/scenarios/goals.ts"])).toBe(true);
  expect(concerns("rules", ["server/src/decide/rules/run.test.ts", "README.md"])).toBe(false);
  expect(concerns("rules", ["server/src/decide/goals/keep.ts"])).toBe(false);
  expect(concerns("kill", ["README.md"])).toBe(true);
});

test("every scenario runs in a clone without earlier commits", () => {
  expect(concerns("rules", null)).toBe(true);
});
