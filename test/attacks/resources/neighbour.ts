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

/** The p99 of fewer calls would be the slowest one. */
const samples = { long: 200, short: 150 };

export function startNeighbour({ desk, crowd, short }: Pick<Stage, "desk" | "crowd" | "short">): Neighbour {
  const least = short ? samples.short : samples.long;
  const child = fork(join(import.meta.dirname, "neighbour-process.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const sendToChild = (message: Asked) => void child.send(message);
  const answer = async () => ((await once(child, "message")) as [Latencies])[0];
  sendToChild({ begin: { url: desk.url, workers: crowd.workers } });
  return {
    measure() {
      sendToChild({ start: least });
      sendToChild({ stop: true });
      return answer();
    },
    async during(work) {
      sendToChild({ start: least });
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
