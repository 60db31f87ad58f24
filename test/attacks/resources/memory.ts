/** The memory of a process and its children, without PostgreSQL: the peak while it is watched, in megabytes. */
import { readdirSync, readFileSync } from "node:fs";

const every = 100;
/** The program of the processes that read mailboxes. */
const mailProgram = "channels/email/imap/process/child.ts";

type Memory = { server: number; children: number };
/**
 * `server`: the growth of the process. `children`: their memory in all. `peak`: the most of both together. `mail`: the
 * most that one process that reads mailboxes has had since its start.
 */
export type Watched = Memory & { peak: number; mail: number };

export function watchMemory(pid: number): { stop(): Watched } {
  const before = look(pid).server;
  const most = { server: before, children: 0, peak: before, mail: 0 };
  const timer = setInterval(() => {
    const { server, children, mail } = look(pid);
    most.mail = Math.max(most.mail, mail);
    most.server = Math.max(most.server, server);
    most.children = Math.max(most.children, children);
    most.peak = Math.max(most.peak, server + children);
  }, every);
  return {
    stop() {
      clearInterval(timer);
      const { server, children, peak, mail } = most;
      return {
        server: Math.round(server - before),
        children: Math.round(children),
        peak: Math.round(peak),
        mail: Math.round(mail),
      };
    },
  };
}

/** Uses /proc on Linux; elsewhere nothing is known or counted. */
function look(root: number): Memory & Pick<Watched, "mail"> {
  const processes = new Map<number, { parent: number; name: string; kilobytes: number; most: number }>();
  for (const entry of process.platform === "linux" ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(entry)) continue;
    const status = contentOf(entry, "status");
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1];
    processes.set(Number(entry), {
      parent: Number(field("PPid")),
      name: field("Name") ?? "",
      kilobytes: Number(field("VmRSS") ?? 0),
      most: Number(field("VmHWM") ?? 0),
    });
  }
  const descends = (id: number): boolean => {
    const found = processes.get(id);
    return (
      found !== undefined && found.name !== "postgres" && (found.parent === root || descends(found.parent))
    );
  };
  let [children, mail] = [0, 0];
  for (const [id, { kilobytes, most }] of processes) {
    if (!descends(id)) continue;
    children += kilobytes;
    if (contentOf(String(id), "cmdline").includes(mailProgram)) mail = Math.max(mail, most);
  }
  return {
    server: (processes.get(root)?.kilobytes ?? 0) / 1024,
    children: children / 1024,
    mail: mail / 1024,
  };
}

/** Empty for a process that has ended meanwhile. */
function contentOf(pid: string, file: "status" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
