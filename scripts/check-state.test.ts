import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findState } from "./check-state.ts";

test("variables and filled maps of a module are found, those within functions, of constants and of tests are not", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "count.ts": "let count = 0;\nexport let last: string;\nexport function add() {\n  let more = 1;\n}\n",
    "memo.ts":
      "const known = new WeakMap<object, string>();\nexport const seen: WeakSet<object> =\n  new WeakSet();\n",
    "cache.ts":
      "const kept = new Map<string, Kept>();\nconst waiting: Set<string> = new Set();\nexport const rows: Map<string, { id: string }> = new Map<\n  string,\n  { id: string }\n>();\n",
    "pure.ts":
      'const most = 8;\nconst kinds = new Set(["a"]);\nfunction open() {\n  const held = new WeakMap();\n  const more = new Map();\n}\n',
    "count.test.ts": "let world: World;\n",
    "killed.fixture.ts": "let handled = 0;\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(findState(folder)).toEqual([
    ...["cache.ts kept", "cache.ts waiting", "cache.ts rows"],
    ...["count.ts count", "count.ts last", "memo.ts known", "memo.ts seen"],
  ]);
});
