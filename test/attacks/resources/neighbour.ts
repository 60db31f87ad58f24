/** Agents of another company at work, in a separate process: calls at a fixed rate, each timed. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Stage } from "../stage.ts";
import type { Asked, Latencies } from "./neighbour-process.ts";

export type Neighbour = {
  /** Measures without an attack. */
  measure(): Promise<Latencies>;
  /** Measures during the work, and at least so many calls. */
  during(work: () => Promise<void>): Promise<Latencies>;
  stop(): void;
};

/**
 * Calls at fifty a second. The p99 of 200 is the second slowest, that of 100 the slowest: the short form is as strict in
 * half the time, and repeats a slow round as the long one does.
 */
const enough = { long: 200, short: 100 };

export function startNeighbour({ desk, crowd, short }: Pick<Stage, "desk" | "crowd" | "short">): Neighbour {
  const samples = short ? enough.short : enough.long;
  const child = fork(join(import.meta.dirname, "neighbour-process.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const sendToChild = (message: Asked) => void child.send(message);
  const answer = async () => ((await once(child, "message")) as [Latencies])[0];
  sendToChild({ begin: { url: desk.url, workers: crowd.workers } });
  return {
    measure() {
      sendToChild({ start: samples });
      sendToChild({ stop: true });
      return answer();
    },
    async during(work) {
      sendToChild({ start: samples });
      const latencies = answer();
      try {
        await work();
      } finally {
        sendToChild({ stop: true });
      }
      return latencies;
    },
    stop: () => child.disconnect(),
  };
}
