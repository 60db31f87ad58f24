/** Processor time of a process, from /proc. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const ticks = Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout);

/** Seconds of a process, including its ended children, and living ones when wanted. */
export function cpuOf(pid: number, withChildren = false): number {
  const own = statOf(pid);
  const time = (own?.time ?? 0) / ticks;
  if (!withChildren) return time;
  const living = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return living.reduce((sum, name) => {
    const stat = statOf(Number(name));
    return stat?.parent === pid ? sum + stat.time / ticks : sum;
  }, time);
}

/** proc(5): the parent is the 4th field; the 14th to 17th are times of the process and of its ended children. */
function statOf(pid: number): { parent: number; time: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  return { parent: fields[1] ?? 0, time: fields.slice(11, 15).reduce((sum, one) => sum + one, 0) };
}
