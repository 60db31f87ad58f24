import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

type Options = { every: number; log: Pick<Logger, "warn"> };

/** Does something now and then, never twice at once; a failure is logged and the next time tried again. */
export function repeat(work: () => Promise<unknown>, { every, log }: Options): { stop(): Promise<void> } {
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
      await work().catch((error: unknown) => log.warn({ err: error }, "what is done now and then failed"));
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
