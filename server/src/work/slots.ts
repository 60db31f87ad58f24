/**
 * Keeps job slots for each kind of work. A job that may hang carries two flags: its kind, and its kind with the account
 * or company it waits for. The worker skips jobs whose flag has no free slot.
 */
import type { WorkerEvents } from "graphile-worker";

/** Slots in all, and for one account or company. `enqueue_job` sets the flags. */
export const limitedKinds: Readonly<Record<string, { total: number; each: number }>> = {
  push: { total: 4, each: 2 },
  provider: { total: 3, each: 1 },
};

/** Slots that no limited kind can acquire. */
const free = 5;

export const concurrency = free + Object.values(limitedKinds).reduce((sum, { total }) => sum + total, 0);

/** The flags to skip now, for graphile-worker's `forbiddenFlags`; follows the jobs by the worker's events. */
export function createSlots(events: WorkerEvents): () => string[] {
  const running = new Map<string, number>();
  const count = (flags: Record<string, true> | null, by: 1 | -1) => {
    for (const flag of Object.keys(flags ?? {})) {
      const now = (running.get(flag) ?? 0) + by;
      if (now > 0) running.set(flag, now);
      else running.delete(flag);
    }
  };
  // One search for limited jobs runs at a time: two at once could both acquire the last slot.
  let searching: object | null = null;
  let granted = false;
  events.on("worker:getJob:start", ({ worker }) => {
    if (granted) searching = worker;
    granted = false;
  });
  const ended = ({ worker }: { worker: object }) => {
    if (searching === worker) searching = null;
  };
  events.on("worker:getJob:empty", ended);
  events.on("worker:getJob:error", ended);
  events.on("job:start", ({ worker, job }) => {
    count(job.flags, 1);
    ended({ worker });
  });
  events.on("job:complete", ({ job }) => count(job.flags, -1));

  return () => {
    if (searching || granted) return Object.keys(limitedKinds);
    granted = true;
    return [...running].flatMap(([flag, used]) => (used >= slotsOf(flag) ? [flag] : []));
  };
}

function slotsOf(flag: string): number {
  const [kind = "", one] = flag.split(":");
  const limit = limitedKinds[kind];
  if (!limit) return Number.POSITIVE_INFINITY;
  return one === undefined ? limit.total : limit.each;
}
