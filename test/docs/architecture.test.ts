import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test("ARCHITECTURE.md draws the existing districts of the server", () => {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [, picture = ""] = page.split("```\nserver/src/\n");
  const drawn = [...(picture.split("```")[0] ?? "").matchAll(/^ {2}([\w-]+)\//gm)].map(([, name]) => name);
  const there = readdirSync(join(root, "server/src"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(drawn.toSorted()).toEqual(there.map(({ name }) => name).toSorted());
});

test("the README has at most sixty lines", () => {
  const lines = readFileSync(join(root, "README.md"), "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(60);
});
