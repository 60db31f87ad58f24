/**
 * A worker of Vitest's that outlives a run: to import the server again for each mutant would take longer than its tests.
 */
import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from "vitest/node";

type Listener = Parameters<PoolWorker["on"]>[1];

/** One process, which is used by one run after the other. */
export function keepWorker() {
  let kept: ForksPoolWorker | null = null;
  const ended = new WeakSet<ForksPoolWorker>();
  /** A response that the process itself would give. */
  const answer = (type: "started" | "stopped") => ({ type, __vitest_worker_response__: true });

  function createPoolWorker(options: PoolOptions): PoolWorker {
    const known = kept;
    const worker = known ?? new ForksPoolWorker(options);
    kept = worker;
    const listeners: [string, Listener][] = [];
    const tell = (message: object) => {
      for (const [event, listener] of [...listeners]) if (event === "message") listener(message);
    };
    return {
      name: "kept",
      cacheFs: true,
      deserialize: (data) => worker.deserialize(data),
      on(event, listener) {
        listeners.push([event, listener]);
        worker.on(event, listener);
      },
      off(event, listener) {
        listeners.splice(
          listeners.findIndex(([of, one]) => of === event && one === listener),
          1,
        );
        if (!ended.has(worker)) worker.off(event, listener);
      },
      send(message: WorkerRequest) {
        if (message.type === "stop") setImmediate(tell, answer("stopped"));
        else if (message.type === "start" && known) setImmediate(tell, answer("started"));
        else worker.send(message);
      },
      async start() {
        if (known) return;
        await worker.start();
        worker.on("exit", () => {
          ended.add(worker);
          if (kept === worker) kept = null;
        });
      },
      async stop() {
        for (const [event, listener] of listeners.splice(0))
          if (!ended.has(worker)) worker.off(event, listener);
      },
    };
  }

  return {
    pool: { name: "kept", createPoolWorker },
    /** The next run begins with a new process. */
    async discard() {
      const worker = kept;
      kept = null;
      await worker?.stop();
    },
  };
}
