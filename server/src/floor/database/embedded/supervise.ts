import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Postmaster } from "./postmaster.ts";

export type Supervised = { pid(): number; stop(): Promise<void> };

/** Starts a server and restarts it after a crash. Throws only when the first start fails. */
export async function supervise(
  start: () => Promise<Postmaster>,
  stop: (pid: number) => Promise<void>,
  log: Pick<Logger, "info" | "error">,
): Promise<Supervised> {
  let current = await start();
  const stopping = new AbortController();

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      log.error({ reason }, "PostgreSQL ended unexpectedly; it is started again");
      await restart(Date.now() - startedAt < 60_000);
    }
  };
  /** Restarts at once after a long healthy life, else with a growing pause. */
  const restart = async (soonAgain: boolean) => {
    for (
      let pause = soonAgain ? 100 : 0;
      !stopping.signal.aborted;
      pause = Math.min(pause * 2 || 100, 10_000)
    ) {
      await wait(pause, undefined, { signal: stopping.signal }).catch(aborted);
      if (stopping.signal.aborted) return;
      try {
        current = await start();
        log.info({ pid: current.pid }, "PostgreSQL is back");
        return;
      } catch (error) {
        log.error({ err: error }, "PostgreSQL could not be started again");
      }
    }
  };
  const watching = watch();

  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort();
      await stop(current.pid);
      await current.ended;
      await watching;
      // A restart that was under way at the stop has made a new one.
      await stop(current.pid);
    },
  };
}

function aborted(error: unknown) {
  if ((error as Error).name !== "AbortError") throw error;
}
