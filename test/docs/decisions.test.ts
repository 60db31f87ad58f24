/** The index of the decisions names each number once, with a state, and leads to its text. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../docs/decisions");
const index = readFileSync(join(folder, "README.md"), "utf8");
const row = /^\| (\d{3}) \| (?:\[.+\]\((\S+)\)|.+) \| (in force|replaced by \d{3}) \|$/gm;
const rows = [...index.matchAll(row)].map(([, number = "", target, state = ""]) => ({
  number,
  target,
  state,
}));

test("each decision has one row, in order, and one in force leads to its text", () => {
  expect(index.match(/^\| \d{3} \|/gm)).toHaveLength(rows.length);
  const numbers = rows.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort());
  expect(rows.filter(({ target, state }) => state === "in force" && !target)).toEqual([]);
});

test("each heading with a number stands in the index", () => {
  const pages = readdirSync(folder).filter((name) => /^\d/.test(name));
  const headed = pages.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/^##? (\d{3}) /gm)].map(([, number]) => number),
  );
  expect(headed.sort()).toEqual(rows.filter(({ state }) => state === "in force").map(({ number }) => number));
});
