/** Says which migrations, and which follow-ups of theirs, rewrite a large table in one statement. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findHeavyStatements } from "./migration-rules.ts";

const folder = join(import.meta.dirname, "../server/src/floor/database/migrations");
/** Those up to here ran on desks before there were follow-ups. */
const last = "060_totals_by_month.sql";

for (const name of (await readdir(folder)).sort()) {
  if (!name.endsWith(".sql") || name <= last) continue;
  const sql = await readFile(join(folder, name), "utf8");
  for (const fault of await findHeavyStatements(sql, { followUp: name.endsWith(".follow-ups.sql") })) {
    console.error(`${name}: ${fault}`);
    process.exitCode = 1;
  }
}
if (process.exitCode)
  console.error(
    "See docs/decisions/155-upgrading-large-desks.md. Where few rows are changed, say why above: -- Few rows: …",
  );
