/** `npm run check`: all static checks, as one list. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";

type Check = {
  name: string;
  tool: string;
  args: string[];
  /** The output is shown even when the check passes. */
  prints?: boolean;
};
type Outcome = { check: Check; passed: boolean; said: string; seconds: number };

const root = join(import.meta.dirname, "..");
/** Checks that run at the same time. */
const atOnce = 2;
const biome = "node_modules/@biomejs/biome/bin/biome";
/** One program covers all that runs in Node, since the tests import the server; the pages have other globals. */
const programs = {
  node: ".",
  console: "console",
  "service-worker": "console/src/service-worker",
  widget: "widget",
};

/** Each checker of tsc looks at all types that it meets anew, so more than there are processors only take time. */
const checkers = Math.min(4, Math.max(1, Math.floor(availableParallelism() / atOnce)));

/** The checks that take longest come first. */
const checks: Check[] = [
  ...Object.entries(programs).map(([name, folder]) => ({
    name: `types: ${name}`,
    tool: "node_modules/typescript/bin/tsc",
    // With a build file tsc skips what has not changed since the last check.
    args: [
      ...["--project", folder, "--checkers", String(checkers)],
      ...["--incremental", "--tsBuildInfoFile", buildInfo(name)],
    ],
  })),
  {
    name: "format and lint",
    tool: biome,
    args: ["check", "--skip=style/noRestrictedImports", "--error-on-warnings", "--max-diagnostics=50"],
  },
  { name: "import zones", tool: biome, args: ["lint", "--only=style/noRestrictedImports"] },
  { name: "districts, no circles", tool: "scripts/check-folders.ts", args: [] },
  { name: "state in the context", tool: "scripts/check-state.ts", args: [] },
  { name: "nothing unused", tool: "node_modules/knip/bin/knip.js", args: ["--no-progress"] },
  { name: "console's tests", tool: "scripts/check-test-lines.ts", args: [], prints: true },
  { name: "comments are sentences", tool: "scripts/check-sentences.ts", args: [] },
  { name: "subjects of commits", tool: "scripts/check-subjects.ts", args: [] },
  { name: "translations", tool: "scripts/check-translations.mjs", args: [] },
  { name: "schema.ts as migrated", tool: "scripts/generate-schema.ts", args: ["--check"] },
  { name: "no heavy migration", tool: "scripts/check-migrations.ts", args: [] },
  { name: "third-party notices", tool: "scripts/notices.ts", args: ["--check"] },
  { name: "user-guide.pdf", tool: "scripts/guide.ts", args: ["--check"] },
  { name: "docs/openapi.json, the client's types", tool: "scripts/openapi.ts", args: ["--check"] },
];

function buildInfo(name: string): string {
  return join(root, `node_modules/.cache/types/${name}.tsbuildinfo`);
}

const failed = await runAll();
console.log(`\n${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs the checks and prints the outcomes in the order of the list. */
async function runAll(): Promise<number> {
  const waiting = [...checks];
  const outcomes = new Map<Check, Promise<Outcome>>();
  const settle = new Map<Check, (outcome: Outcome) => void>();
  for (const check of checks) outcomes.set(check, new Promise((resolve) => settle.set(check, resolve)));
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) settle.get(check)?.(await run(check));
  };
  const lanes = Array.from({ length: atOnce }, lane);
  let failures = 0;
  for (const outcome of outcomes.values()) {
    const done = await outcome;
    printOutcome(done);
    if (!done.passed) failures++;
  }
  await Promise.all(lanes);
  return failures;
}

function run(check: Check): Promise<Outcome> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [check.tool, ...check.args], { cwd: root });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      resolve({ check, passed: status === 0, said, seconds: (performance.now() - startedAt) / 1000 });
    });
  });
}

function printOutcome({ check, passed, said, seconds }: Outcome) {
  console.log(`${passed ? "✓" : "✗"} ${check.name.padEnd(24)} ${seconds.toFixed(1).padStart(5)} s`);
  if (!passed || check.prints) console.log(said.trim().replace(/^/gm, "    "));
}
