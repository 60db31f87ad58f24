import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findState } from "./check-state.ts";

test("a variable and a WeakMap of a module are found, those within functions and tests are not", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "count.ts": "let count = 0;\nexport let last: string;\nexport function add() {\n  let more = 1;\n}\n",
    "memo.ts":
      "const known = new WeakMap<object, string>();\nexport const seen: WeakSet<object> =\n  new WeakSet();\n",
    "pure.ts": "const most = 8;\nfunction open() {\n  const held = new WeakMap();\n}\n",
    "count.test.ts": "let world: World;\n",
    "killed.fixture.ts": "let handled = 0;\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(findState(folder)).toEqual(["count.ts count", "count.ts last", "memo.ts known", "memo.ts seen"]);
});
