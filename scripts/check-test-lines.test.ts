import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { countLines } from "./check-test-lines.ts";

test("lines of tests and of source are counted without empty lines, sample data, texts and styles", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "main.tsx": "one\n\n  two\n",
    "ui/Button.tsx": "one\ntwo\nthree",
    "ui/Button.component.test.tsx": "one\n \ntwo\n",
    "ui/time.test.ts": "one\n",
    "sample/desk.ts": "one\ntwo\n",
    "sample/desk.test.ts": "one\n",
    "i18n/ui/en.json": "{\n}\n",
    "styles/app.css": "a {\n}\n",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(countLines(folder)).toEqual({ source: 5, tests: 3 });
});
