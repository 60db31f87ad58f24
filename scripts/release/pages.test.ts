import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deadLinks, trimLinks } from "./pages.ts";

test("a link out of the release becomes its words, and those within it and to the web stay", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs/operating"), { recursive: true });
  writeFileSync(join(folder, "docs/backup.md"), "Backup");
  const page = join(folder, "docs/operating/archive.md");
  const within = "[backup](../backup.md#nightly), [Node](https://nodejs.org)";
  writeFileSync(page, `See [growing](../growing.md#nginx), ${within}.`);
  expect(deadLinks(folder)).toEqual(["docs/operating/archive.md: ../growing.md"]);
  trimLinks(folder);
  expect(readFileSync(page, "utf8")).toBe(`See growing, ${within}.`);
  expect(deadLinks(folder)).toEqual([]);
});
