import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  drawFloors,
  findArrowsUp,
  findCircles,
  folderGraph,
  levelGraphs,
  readImports,
} from "./check-folders.ts";

const graphOf = async (files: Record<string, string>) => folderGraph(await importsOf(files), "app/src");

async function importsOf(files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "parley-folders-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, "app/src", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return readImports(root, "app/src");
}

const leaf = "export const leaf = 1;\nexport type Leaf = number;\n";

test.each([
  ["an import", 'import { leaf } from "../b/b.ts";\nexport const used = leaf;'],
  ["an import of a type", 'import type { Leaf } from "../b/b.ts";\nexport const used: Leaf = 1;'],
  ["an import on demand", 'export const load = async () => (await import("../b/b.ts")).leaf;'],
  ["an export from elsewhere", 'export { leaf } from "../b/b.ts";'],
])("the import %s is read as an arrow", async (_, text) => {
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

const circlesByLevel = async (files: Record<string, string>) =>
  [...levelGraphs(await importsOf(files), "app/src")].flatMap(([level, graph]) =>
    findCircles(graph).map((circle) => [level, ...circle]),
  );

test("two districts whose rooms import one another form a circle, though no two rooms do", async () => {
  const files = {
    "desk/list/list.ts": 'import "../../mail/send/send.ts";',
    "mail/send/send.ts": leaf,
    "mail/read/read.ts": 'import "../../desk/rows/rows.ts";',
    "desk/rows/rows.ts": leaf,
  };
  expect(findCircles(await graphOf(files))).toEqual([]);
  expect(await circlesByLevel(files)).toEqual([["", "desk", "mail"]]);
});

test("a folder's own files and its sub-folder form a circle one level down", async () => {
  const circles = await circlesByLevel({
    "desk/mail/mail.ts": 'import "./parts/part.ts";',
    "desk/mail/parts/part.ts": 'import "../rows.ts";',
    "desk/mail/rows.ts": leaf,
  });
  expect(circles).toEqual([["desk/mail", ".", "parts"]]);
});

test("a district that imports one above it is named, with the file", async () => {
  const imports = await importsOf({
    "floor/a.ts": 'import type { Leaf } from "../desk/b.ts";\nexport const used: Leaf = 1;',
    "desk/b.ts": leaf,
    "main.ts": 'import "./desk/b.ts";',
  });
  expect(findArrowsUp(imports, "app/src", ["floor", "desk", "main.ts"])).toEqual([
    "floor stands below desk: app/src/floor/a.ts imports app/src/desk/b.ts",
  ]);
  expect(findArrowsUp(imports, "app/src", ["desk", "floor"])).toEqual(["main.ts has no place in app/src"]);
});
