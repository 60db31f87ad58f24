/** Reads the operating system's information about other processes. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * A value that stays the same while a process lives and differs from that of any later process with the same id; null
 * when there is no such process (a zombie counts as none).
 */
export function processIdentity(pid: number): string | null {
  if (process.platform === "linux") {
    const stat = readProc(`/proc/${pid}/stat`);
    if (!stat) return null;
    // The name in brackets may contain anything, so count from its end: state, …, start time in ticks since the boot.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${readProc("/proc/sys/kernel/random/boot_id")?.trim()}:${fields[19]}`;
  }
  if (process.platform === "win32") return isThere(pid) ? "running" : null;
  const answer = ps(pid, "stat=,lstart=");
  return answer && !answer.startsWith("Z") ? answer.replace(/^\S+\s+/, "") : null;
}

/** The command line of a living process. */
export function commandOf(pid: number): string | null {
  if (process.platform === "linux") return readProc(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ") ?? null;
  return process.platform === "win32" ? null : ps(pid, "command=");
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES") return null;
    throw error;
  }
}

function ps(pid: number, columns: string): string | null {
  try {
    return execFileSync("ps", ["-o", columns, "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch (error) {
    if ((error as { status?: number }).status === 1) return null;
    throw error;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
