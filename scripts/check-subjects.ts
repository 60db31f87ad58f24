/** Holds the subjects of commits to 72 characters without a full stop, from a fixed commit on. An unpacked archive and a shallow clone do not have it. */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

const since = "fa2ca53d44fb2f95eb86e4b7a7defa1cd455eb0c";
const longest = 72;

const cwd = join(import.meta.dirname, "..");

if (import.meta.main && isKnown(since)) {
  // Git itself words the subjects of merges.
  const log = ["log", "--no-merges", "--format=%h %s", `${since}..HEAD`];
  const faults = subjectFaults(execFileSync("git", log, { cwd, encoding: "utf8" }).split("\n"));
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** Each of `commits` is `hash subject`. */
export function subjectFaults(commits: string[]): string[] {
  return commits.flatMap((commit) => {
    const subject = commit.slice(commit.indexOf(" ") + 1);
    return [
      ...(subject.length > longest
        ? [`${commit}: ${subject.length} characters, at most ${longest} are allowed`]
        : []),
      ...(subject.endsWith(".") ? [`${commit}: the subject ends with a full stop`] : []),
    ];
  });
}

function isKnown(commit: string): boolean {
  return spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd }).status === 0;
}
