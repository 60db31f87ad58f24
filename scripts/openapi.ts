/** Writes docs/openapi.json and docs/openapi-v1.json from the table of calls, and the client's types from the latter; with --check only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeCalls, describeProgramCalls } from "../server/src/http/openapi.ts";

const files = { "openapi.json": describeCalls(), "openapi-v1.json": describeProgramCalls() };

for (const [name, reference] of Object.entries(files)) {
  const path = join(import.meta.dirname, "..", "docs", name);
  const wanted = `${JSON.stringify(reference, null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    writeFileSync(path, wanted);
  } else if (readFileSync(path, "utf8") !== wanted) {
    console.error(`docs/${name} is not what the table of calls gives. Run: npm run openapi`);
    process.exitCode = 1;
  }
}

await import("../sdk/make.ts");
