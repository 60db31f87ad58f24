/** `npm test`: unit and integration tests, then the browser tests; both even when the first fail. Arguments narrow the first and leave out the second. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

type Count = { passed: number; failed: number };

const root = join(import.meta.dirname, "..");
const results = join(root, "test-results", "counts");
const filters = process.argv.slice(2);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const counts = [await unit(), ...(filters.length > 0 ? [] : [await browser()])];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function unit(): Promise<Count> {
  const done = clock("unit, integration and component tests");
  const file = join(results, "unit.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const status = await run(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...filters]);
  done();
  return count(status, file, (report: { numPassedTests: number; numFailedTests: number }) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
}

async function browser(): Promise<Count> {
  const done = clock("browser tests");
  const file = join(results, "browser.json");
  const status = await run(["node_modules/@playwright/test/cli.js", "test", "--config", "test/e2e"], {
    PLAYWRIGHT_JSON: file,
  });
  done();
  return count(status, file, ({ stats }: { stats: Record<"expected" | "flaky" | "unexpected", number> }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }));
}

/** Answers what tells, when it is done, how long a part took. `.ci/run` repeats it at its end. */
function clock(part: string): () => void {
  const began = performance.now();
  return () => console.log(`\ntook ${Math.round((performance.now() - began) / 1000)} s: ${part}`);
}

/** A runner that failed without a failed test (a crash, an unhandled rejection) counts as one. */
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

function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}
