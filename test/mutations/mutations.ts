/**
 * `npm run test:mutations`: leaves out each condition and each column of the SQL functions, and each clause of the
 * access rules, one at a time, and runs the tests around it: one of them must fail. Names of functions or of files
 * narrow it, `-- --changed` takes what differs from the commit before, for at most a minute; `-- --list` only lists.
 */
import { parseArgs } from "node:util";
import { equivalents } from "./equivalent.ts";
import { changedSince, gatherSubjects, type Subject } from "./gather.ts";
import { createReport } from "./report.ts";
import { openRun } from "./run/run.ts";

const { values: options, positionals: names } = parseArgs({
  options: {
    changed: { type: "boolean", default: false },
    since: { type: "string", default: "HEAD~1" },
    seconds: { type: "string" },
    list: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const seconds = Number(options.seconds ?? (options.changed ? 60 : Number.POSITIVE_INFINITY));
const until = performance.now() + seconds * 1000;

const all = await gatherSubjects();
const report = createReport(
  equivalents,
  all.flatMap(({ mutants }) => mutants),
);
const subjects = chosen();
if (options.list) report.list(subjects);
else {
  const run = await openRun();
  try {
    await run.tryEach(report.begin(subjects), until, report.tell);
  } finally {
    await run.close();
  }
  process.exitCode = report.end() ? 0 : 1;
}

function chosen(): Subject[] {
  const narrowed = options.changed ? changedSince(options.since, all) : all;
  if (names.length === 0) return narrowed;
  return narrowed.filter(({ name }) => names.some((part) => name === part || name.includes(`/${part}`)));
}
