/** Stops a long-running program on a signal, or when its parent process is gone. */
import type { Logger } from "pino";

const drainTime = 10_000;
/** One Ctrl+C can arrive several times: from the terminal, from npm and from `run.mjs`. */
const oneKeyPress = 1000;

type Options = {
  /** Finishes the work under way and releases everything. */
  stop(): Promise<void>;
  log: Pick<Logger, "info" | "warn" | "error">;
};

/**
 * Stops in order and exits with 0. Further signals do not cut the drain short, except a second Ctrl+C at a terminal;
 * work that takes longer than the drain time is abandoned, with 1. Even then the exit handler shuts the database down.
 */
export function stopOnSignal({ stop, log }: Options): void {
  let since: number | null = null;
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal));
  // `run.mjs` holds the other end of this channel; under --watch Node does.
  process.on("disconnect", () => end("parent ended"));

  function end(signal: string): void {
    if (since === null) {
      since = performance.now();
      void drain(signal);
    } else if (signal === "SIGINT" && process.stdin.isTTY && performance.now() - since > oneKeyPress) {
      log.warn("Stopped at once: what was under way is abandoned");
      process.exit(0);
    }
  }

  async function drain(signal: string): Promise<void> {
    log.info({ signal }, "Parley stops");
    setTimeout(() => {
      log.error("The stop did not finish in time");
      process.exit(1);
    }, drainTime).unref();
    await stop();
    log.info("Parley has stopped");
    process.exit(0);
  }
}
