/**
 * `npm test`: unit and integration tests, then the browser tests beside the component tests, since both wait for a
 * browser half of their time. All parts run even when the first fails. Arguments narrow the first part and leave out
 * the browser tests.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

type Count = { passed: number; failed: number };

const root = join(import.meta.dirname, "..");
const results = join(root, "test-results", "counts");
const filters = process.argv.slice(2);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const counts = filters.length > 0 ? [await unit("tests", filters)] : await all();
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function all(): Promise<Count[]> {
  const first = await unit("unit and integration tests", ["--project=!components*"]);
  // Their output is shown when both are done.
  const beside = unit("component tests", ["--project=components*"], "pipe");
  return [first, await browser(), await beside];
}

async function unit(part: string, args: string[], out: Out = "inherit"): Promise<Count> {
  const done = clock(part);
  const file = join(results, `${part}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { status, printed } = await run(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...args], {
    out,
  });
  process.stdout.write(printed);
  done();
  return count(status, file, (report: { numPassedTests: number; numFailedTests: number }) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
}

async function browser(): Promise<Count> {
  const done = clock("browser tests");
  const file = join(results, "browser.json");
  const { status } = await run(["node_modules/@playwright/test/cli.js", "test", "--config", "test/e2e"], {
    env: { PLAYWRIGHT_JSON: file },
  });
  done();
  return count(status, file, ({ stats }: { stats: Record<"expected" | "unexpected", number> }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
  }));
}

/** Returns a function that prints how long a part took. `.ci/run` repeats the line at its end. */
function clock(part: string): () => void {
  const began = performance.now();
  return () => console.log(`\ntook ${Math.round((performance.now() - began) / 1000)} s: ${part}`);
}

/** A runner that failed without a failed test (a crash, an unhandled rejection) counts as one failure. */
function count<Report>(status: number | null, file: string, read: (report: Report) => Count): Count {
  let counted: Count;
  try {
    counted = read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    console.error(`The runner left no report: ${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
  return status === 0 ? counted : { ...counted, failed: Math.max(counted.failed, 1) };
}

type Out = "inherit" | "pipe";
type Ran = { status: number | null; printed: string };

function run(
  args: string[],
  { env = {}, out = "inherit" }: { env?: NodeJS.ProcessEnv; out?: Out } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["inherit", out, out],
    env: { ...process.env, ...env },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, printed }));
  });
}
