/** Holds the console to so many lines of tests for each line of source. Empty lines and sample data count as neither. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const least = 0.4;

if (import.meta.main) {
  const { source, tests } = countLines(join(import.meta.dirname, "..", "console/src"));
  const share = tests / source;
  console.log(
    `console: ${tests} lines of tests to ${source} of source are ${share.toFixed(3)}, at least ${least}`,
  );
  if (share < least) process.exitCode = 1;
}

export function countLines(folder: string): { source: number; tests: number } {
  const lines = { source: 0, tests: 0 };
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file) || /^sample[\\/]/.test(file)) continue;
    const text = readFileSync(join(folder, file), "utf8");
    const count = text.split("\n").filter((line) => line.trim() !== "").length;
    lines[/\.test\.tsx?$/.test(file) ? "tests" : "source"] += count;
  }
  return lines;
}
