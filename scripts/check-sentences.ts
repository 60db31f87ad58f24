/** Holds down the comments and test names that begin without a subject: a reader has to fetch it from elsewhere. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openingsIn } from "./sentences.ts";

/** The number of openings that stand. A change that removes some lowers it. */
const most = { comments: 0, "comments of functions": 0, names: 0 };
/** A function's file changes only with a migration that names it, so its comments wait for that. */
const functions = "server/src/floor/database/functions/";

const root = join(import.meta.dirname, "..");
const files = globSync("{contract,server,console,widget,simulator,test,scripts}/**/*.{ts,tsx,sql}", {
  cwd: root,
  exclude: (name) => ["node_modules", "dist", "migrations", "old"].includes(name),
});
const found = files.flatMap((file) =>
  openingsIn(readFileSync(join(root, file), "utf8"), file.endsWith(".sql") ? "sql" : "ts").map((one) => ({
    ...one,
    kind: file.startsWith(functions) ? ("comments of functions" as const) : one.kind,
    at: `${file}:${one.line}`,
  })),
);

for (const kind of ["comments", "comments of functions", "names"] as const) {
  const of = found.filter((one) => one.kind === kind);
  if (process.argv.includes("--list")) for (const { at, text } of of) console.log(`${at}: ${text}`);
  if (of.length === most[kind]) continue;
  process.exitCode = 1;
  console.log(
    of.length > most[kind]
      ? `${of.length} ${kind} begin without a subject, and ${most[kind]} are allowed. Write sentences; scripts/check-sentences.ts --list shows them.`
      : `Only ${of.length} ${kind} begin without a subject: write ${of.length} in scripts/check-sentences.ts.`,
  );
}
