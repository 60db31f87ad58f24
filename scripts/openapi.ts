/** Writes docs/openapi.json from the table of calls; with --check only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeCalls } from "../server/src/http/openapi.ts";

const path = join(import.meta.dirname, "..", "docs", "openapi.json");
const wanted = `${JSON.stringify(describeCalls(), null, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(path, wanted);
} else if (readFileSync(path, "utf8") !== wanted) {
  console.error("docs/openapi.json is not what the table of calls gives. Run: npm run openapi");
  process.exitCode = 1;
}
