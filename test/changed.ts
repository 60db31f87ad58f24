/** The files that commits changed, for what CI tries only where something changed. */
import { execFileSync, spawnSync } from "node:child_process";

const hours = 6;

/**
 * Paths from the project's folder that differ from the commit, or that commits of the last six hours changed; null in a
 * clone without that commit.
 */
export function changedFiles(commit?: string): string[] | null {
  const since = commit ?? commitBefore();
  if (since === null || !isKnown(since)) return null;
  return runGit("diff", "--name-only", since).split("\n");
}

/**
 * The newest commit of the branch that is so many hours older than the last one: what landed together is younger. A
 * merge counts by its own time.
 */
function commitBefore(): string | null {
  const last = Number(runGit("log", "-1", "--format=%ct"));
  return runGit("rev-list", "-1", "--first-parent", `--before=${last - hours * 3600}`, "HEAD") || null;
}

const isKnown = (commit: string): boolean =>
  spawnSync("git", ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`]).status === 0;

const runGit = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
