import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { about, concerns } from "./about.ts";

/** A folder has files, and the beginning of a file's path has some in its folder. */
function hasFiles(place: string): boolean {
  const folder = place.endsWith("/") ? place : dirname(place);
  return readdirSync(folder).some((name) => join(folder, name).startsWith(place));
}

test("each scenario is about folders and files that exist", () => {
  const missing = Object.values(about).flatMap((places) => places.filter((place) => !hasFiles(place)));
  expect(missing).toEqual([]);
});

test("a scenario runs after a change of its code, and one of every message always", () => {
  expect(concerns("rules", ["server/src/decide/rules/run.ts"])).toBe(true);
  expect(concerns("rules", ["test/faults/scenarios/rules.ts"])).toBe(true);
  expect(concerns("rules", ["server/src/decide/rules/run.test.ts", "README.md"])).toBe(false);
  expect(concerns("rules", ["server/src/decide/goals/keep.ts"])).toBe(false);
  expect(concerns("kill", ["README.md"])).toBe(true);
});

test("every scenario runs in a clone without earlier commits", () => {
  expect(concerns("rules", null)).toBe(true);
});
