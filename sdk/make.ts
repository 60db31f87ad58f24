/** Writes the types of the client from docs/openapi-v1.json; with --check only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const source = join(import.meta.dirname, "..", "docs", "openapi-v1.json");
const path = join(import.meta.dirname, "src", "schema.d.ts");

const nodes = await openapiTS(JSON.parse(readFileSync(source, "utf8")));
const wanted = `// Made from docs/openapi-v1.json by sdk/make.ts.\n${astToString(nodes)}`;
if (!process.argv.includes("--check")) {
  writeFileSync(path, wanted);
} else if (readFileSync(path, "utf8") !== wanted) {
  console.error("sdk/src/schema.d.ts is not what docs/openapi-v1.json gives. Run: npm run openapi");
  process.exitCode = 1;
}
