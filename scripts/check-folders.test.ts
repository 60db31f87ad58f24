import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { drawFloors, findCircles, folderGraph, readImports } from "./check-folders.ts";

async function graphOf(files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "parley-folders-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, "app/src", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folderGraph(await readImports(root, "app/src"), "app/src");
}

const leaf = "export const leaf = 1;\nexport type Leaf = number;\n";

test.each([
  ["an import", 'import { leaf } from "../b/b.ts";\nexport const used = leaf;'],
  ["an import of a type", 'import type { Leaf } from "../b/b.ts";\nexport const used: Leaf = 1;'],
  ["an import on demand", 'export const load = async () => (await import("../b/b.ts")).leaf;'],
  ["an export from elsewhere", 'export { leaf } from "../b/b.ts";'],
])("%s is an arrow", async (_, text) => {
  const back = 'import "../a/part.tsx";\n';
  const graph = await graphOf({
    "a/a.ts": text,
    "a/part.tsx": "export const part = <p />;",
    "b/b.ts": back + leaf,
  });
  expect(findCircles(graph)).toEqual([["a", "b"]]);
});

test("arrows that only lead down form no circle, and are drawn from the ground up", async () => {
  const graph = await graphOf({
    "main.ts": 'import "./features/list/List.ts";\nimport "./ui/Button.ts";',
    "features/list/List.ts": 'import "../../ui/Button.ts";\nimport "./row.ts";',
    "features/list/row.ts": leaf,
    "ui/Button.ts": leaf,
  });
  expect(findCircles(graph)).toEqual([]);
  expect(drawFloors(graph)).toBe("  0  ui\n  1  list -> ui\n  2  main.ts -> list, ui");
});

test("a circle over three folders is one circle", async () => {
  const graph = await graphOf({
    "a/a.ts": 'import "../b/b.ts";',
    "b/b.ts": 'import "../c/c.ts";',
    "c/c.ts": 'import "../a/other.ts";',
    "a/other.ts": leaf,
    "d/d.ts": 'import "../a/a.ts";',
  });
  expect(findCircles(graph)).toEqual([["a", "b", "c"]]);
});

test("a test may import what its folder may not", async () => {
  const graph = await graphOf({
    "a/a.ts": 'import "../b/b.ts";',
    "b/b.ts": leaf,
    "b/b.test.ts": 'import "../a/a.ts";',
    "sample/desk.ts": 'import "../a/a.ts";',
  });
  expect(findCircles(graph)).toEqual([]);
  expect([...graph.keys()].sort()).toEqual(["a", "b"]);
});

test("an import that leads nowhere is refused rather than left out", async () => {
  await expect(graphOf({ "a/a.ts": 'import "../b/gone.ts";' })).rejects.toThrow(
    "app/src/a/a.ts imports ../b/gone.ts",
  );
});
