/** The memory of a process and its children, without PostgreSQL: the peak while it is watched, in megabytes. */
import { readdirSync, readFileSync } from "node:fs";

const every = 100;

export type Memory = { server: number; children: number };
/** `server`: the growth of the process. `children`: their memory in all. `peak`: the most of both together. */
export type Watched = Memory & { peak: number };

export function watchMemory(pid: number): { stop(): Watched } {
  const before = look(pid).server;
  const most = { server: before, children: 0, peak: before };
  const timer = setInterval(() => {
    const { server, children } = look(pid);
    most.server = Math.max(most.server, server);
    most.children = Math.max(most.children, children);
    most.peak = Math.max(most.peak, server + children);
  }, every);
  return {
    stop() {
      clearInterval(timer);
      const { server, children, peak } = most;
      return {
        server: Math.round(server - before),
        children: Math.round(children),
        peak: Math.round(peak),
      };
    },
  };
}

/** Uses /proc on Linux; elsewhere nothing is known or counted. */
function look(root: number): Memory {
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
  const descends = (id: number): boolean => {
    const found = processes.get(id);
    return (
      found !== undefined && found.name !== "postgres" && (found.parent === root || descends(found.parent))
    );
  };
  let children = 0;
  for (const [id, { kilobytes }] of processes) if (descends(id)) children += kilobytes;
  return { server: (processes.get(root)?.kilobytes ?? 0) / 1024, children: children / 1024 };
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
