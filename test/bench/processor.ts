/** The processor time of a desk and of its database, which other work on the machine hardly changes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Desk } from "../outside/desk.ts";

/** Milliseconds, of Linux's usual 100 ticks a second. */
const tick = 10;

export type Processor = { desk: number; database: number };

/** Milliseconds since the start of each. */
export function processorTime({ pid, dataDir }: Desk): Processor {
  const database = Number(readFileSync(postmaster(dataDir), "utf8").split("\n")[0]);
  const ended = statOf(database);
  const backends = readdirSync("/proc")
    .map(Number)
    .filter((id) => id > 0 && statOf(id)?.parent === database);
  const live = backends.map((id) => statOf(id)?.own ?? 0);
  return {
    desk: statOf(pid)?.own ?? 0,
    database: (ended?.own ?? 0) + (ended?.children ?? 0) + live.reduce((all, one) => all + one, 0),
  };
}

function postmaster(dataDir: string): string {
  const found = readdirSync(dataDir, { recursive: true }).find((path) =>
    String(path).endsWith("postmaster.pid"),
  );
  if (!found) throw new Error("The desk has no database of its own");
  return join(dataDir, String(found));
}

/** Null for a process that has ended. `children`: those that have ended and were waited for. */
function statOf(pid: number): { parent: number; own: number; children: number } | null {
  try {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [user, system, waitedUser, waitedSystem] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return {
      parent: Number(fields[1]),
      own: (user + system) * tick,
      children: (waitedUser + waitedSystem) * tick,
    };
  } catch {
    return null;
  }
}
