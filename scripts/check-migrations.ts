/**
 * Says which migrations, and which follow-ups of theirs, rewrite a large table in one statement, and which functions' files no migration
 * names as they are.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findFunctionFaults, type Script } from "./function-rules.ts";
import { findHeavyStatements } from "./migration-rules.ts";

const database = join(import.meta.dirname, "../server/src/floor/database");
const followUpEnding = ".follow-ups.sql";
/** Migrations up to this one ran on desks before there were follow-ups. */
const last = "060_totals_by_month.sql";

const scripts = await scriptsIn("migrations");
for (const { name, sql } of scripts) {
  if (name <= last) continue;
  for (const fault of await findHeavyStatements(sql, { followUp: name.endsWith(followUpEnding) }))
    refuse(`${name}: ${fault}`);
}
if (process.exitCode)
  console.error(
    "See docs/decisions/155-upgrading-and-sql-functions.md. Where few rows are changed, say why above: -- Few rows: …",
  );
const migrations = scripts.filter(({ name }) => !name.endsWith(followUpEnding));
const functions = (await scriptsIn("functions")).map(({ name, sql }) => ({
  name: name.replace(/\.sql$/, ""),
  sql,
}));
for (const fault of await findFunctionFaults(migrations, functions)) refuse(fault);

async function scriptsIn(folder: string): Promise<Script[]> {
  const names = (await readdir(join(database, folder))).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(database, folder, name), "utf8") })),
  );
}

function refuse(fault: string) {
  console.error(fault);
  process.exitCode = 1;
}
