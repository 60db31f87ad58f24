import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** A thread may take this many times its limit by the clock: on a busy machine it waits for the processor. */
const longestByClock = 4;
const shortestWait = 5;

/**
 * Resolves when the thread has had so many milliseconds of processor time since this call, or four times as many have
 * passed. Rejects when the signal aborts.
 */
export async function untilTimeIsUp(
  worker: Worker,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const before = await processorTime(worker);
  let left = milliseconds;
  while (left > 0) {
    await setTimeout(Math.max(left, shortestWait), undefined, { signal });
    const byClock = longestByClock * milliseconds - (performance.now() - began);
    left = Math.min(milliseconds - ((await processorTime(worker)) - before), byClock);
  }
}

/** Milliseconds. A thread that starts or has ended has had none. */
async function processorTime(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_NOT_RUNNING") return 0;
    throw error;
  }
}
