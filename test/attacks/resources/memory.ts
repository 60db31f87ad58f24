/** How much memory a process and its children take, PostgreSQL left out: the most while it is watched. */
import { readdirSync, readFileSync } from "node:fs";

const every = 100;

export function watchMemory(pid: number): { stop(): number } {
  const before = megabytes(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, megabytes(pid));
  }, every);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(0, Math.round(most - before));
    },
  };
}

/** Of a Linux machine, by /proc; elsewhere nothing is known and nothing counted. */
function megabytes(root: number): number {
  const processes = new Map<number, { parent: number; name: string; kilobytes: number }>();
  for (const entry of process.platform === "linux" ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(entry)) continue;
    const status = statusOf(entry);
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1];
    processes.set(Number(entry), {
      parent: Number(field("PPid")),
      name: field("Name") ?? "",
      kilobytes: Number(field("VmRSS") ?? 0),
    });
  }
  const isOurs = (id: number): boolean => {
    const found = processes.get(id);
    return found !== undefined && found.name !== "postgres" && (id === root || isOurs(found.parent));
  };
  let sum = 0;
  for (const [id, { kilobytes }] of processes) if (isOurs(id)) sum += kilobytes;
  return sum / 1024;
}

/** Empty for a process that has ended meanwhile. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
