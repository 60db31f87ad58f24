/**
 * `npm run test:mutations`: leaves out each condition and each column of the SQL functions, and each clause of the
 * access rules, one at a time, and runs the tests around it: one of them must fail. Names of functions or of files
 * narrow it, `-- --changed` takes what the commits of the last six hours changed, or what differs from the commit
 * that `--since` names, for at most a minute; `-- --list` only lists.
 */
import { parseArgs } from "node:util";
import { changedFiles } from "../changed.ts";
import { equivalents } from "./equivalent.ts";
import { changedSubjects, gatherSubjects, type Subject } from "./gather.ts";
import { createReport, type Trial } from "./report.ts";
import { openRun } from "./run/run.ts";

const { values: options, positionals: names } = parseArgs({
  options: {
    changed: { type: "boolean", default: false },
    since: { type: "string" },
    seconds: { type: "string" },
    list: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
// A mutant that is begun then ends within the minute.
const seconds = Number(options.seconds ?? (options.changed ? 50 : Number.POSITIVE_INFINITY));

const all = await gatherSubjects();
const report = createReport(
  equivalents,
  all.flatMap(({ mutants }) => mutants),
);
const subjects = chosen();
if (options.list) report.list(subjects);
else {
  const trials = report.begin(subjects);
  const unsound = trials.length > 0 ? await tryEach(trials) : [];
  process.exitCode = report.end(unsound) ? 0 : 1;
}

async function tryEach(trials: Trial[]): Promise<string[]> {
  const run = await openRun();
  try {
    return await run.tryEach(trials, seconds * 1000, report.tell);
  } finally {
    await run.close();
  }
}

function chosen(): Subject[] {
  const narrowed = options.changed ? changedSubjects(changedFiles(options.since), all) : all;
  if (names.length === 0) return narrowed;
  return narrowed.filter(({ name }) => names.some((part) => name === part || name.includes(`/${part}`)));
}
