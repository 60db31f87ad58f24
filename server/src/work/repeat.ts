import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

/** `task` names the work in the log. `every` is in milliseconds. */
type Options = { task: string; every: number; log: Pick<Logger, "warn"> };

/** Runs a task periodically, never twice at once. A failure is logged; the next run tries again. */
export function repeat(
  work: () => Promise<unknown>,
  { task, every, log }: Options,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const going = loop();
  return {
    stop() {
      stopping.abort();
      return going;
    },
  };

  async function loop() {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ err: error, task }, "Recurring task failed"));
      await pause();
    }
  }

  async function pause() {
    try {
      await wait(every, undefined, { signal: stopping.signal, ref: false });
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }
}
