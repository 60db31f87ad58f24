import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { untilTimeIsUp } from "./thread-time.ts";

const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.terminate())));

async function start(script: string): Promise<Worker> {
  const worker = new Worker(`require("node:worker_threads").parentPort.postMessage("begun");${script}`, {
    eval: true,
  });
  workers.push(worker);
  await once(worker, "message");
  return worker;
}
const computing = () => start("for (;;);");
const sleeping = () => start("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);");

async function measured(worker: Worker, milliseconds: number): Promise<number> {
  const began = performance.now();
  await untilTimeIsUp(worker, milliseconds, AbortSignal.timeout(30_000));
  return performance.now() - began;
}

test("a thread that computes ends when it has had its processor time, or four times as long by the clock", async () => {
  const worker = await computing();
  const before = await worker.cpuUsage();
  const byClock = await measured(worker, 200);
  const { user, system } = await worker.cpuUsage(before);
  // A busy machine may not give a thread a quarter of a processor.
  if (byClock < 799) expect((user + system) / 1000).toBeGreaterThan(190);
});

test("a thread that gets no processor time has four times as long by the clock", async () => {
  expect(await measured(await sleeping(), 100)).toBeGreaterThan(399);
});

test("a thread that is still starting is waited for", async () => {
  const worker = new Worker("for (;;);", { eval: true });
  workers.push(worker);
  expect(await measured(worker, 100)).toBeGreaterThan(99);
});

test("a wait for a thread ends with the signal", async () => {
  const ended = new AbortController();
  const waiting = untilTimeIsUp(await sleeping(), 10_000, ended.signal);
  ended.abort();
  await expect(waiting).rejects.toThrow("aborted");
});
