/**
 * Reads mails in threads of their own, with limits on time and memory: a mail of ten megabytes takes a second, and a
 * hostile one what it is given. Threads start with the first mail and end when idle.
 */
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sourceFolder } from "../../../source-folder.ts";
import type { MailLimits } from "./limits.ts";
import type { ParsedMail } from "./parsed-mail.ts";

export type Work = { raw: Uint8Array; limits: MailLimits };
export type Answer = { mail: ParsedMail } | { unreadable: string };

const most = 2;
const idleAfter = 60_000;

let running = 0;
const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
const waiting: (() => void)[] = [];

/** Rejects when the mail took too long or ended the thread. */
export async function readInThread({ raw, limits }: Work): Promise<Answer> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await ask(acquireWorker(), { raw: new Uint8Array(raw), limits });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function acquireWorker(): Worker {
  const kept = idle.pop();
  if (!kept) return startWorker();
  clearTimeout(kept.timer);
  return kept.worker;
}

function startWorker(): Worker {
  const worker = new Worker(join(sourceFolder, "channels/email/parse/thread.ts"), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // Nothing of the environment, which holds secrets.
    env: {},
  });
  // Without a listener the error of a thread that just answered would end the process.
  worker.on("error", () => undefined);
  worker.unref();
  return worker;
}

async function ask(worker: Worker, work: Work): Promise<Answer> {
  const ended = new AbortController();
  const { signal } = ended;
  worker.ref();
  const answered = once(worker, "message", { signal });
  worker.postMessage(work, [work.raw.buffer as ArrayBuffer]);
  try {
    const [answer] = await Promise.race([
      answered,
      once(worker, "exit", { signal }).then(() => fail("The thread ended")),
      setTimeout(work.limits.milliseconds, undefined, { signal }).then(() => fail("The mail took too long")),
    ]);
    keep(worker);
    return answer as Answer;
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    ended.abort();
  }
}

function fail(reason: string): never {
  throw new Error(reason);
}

function keep(worker: Worker): void {
  worker.unref();
  const timer = globalThis.setTimeout(() => {
    idle.splice(idle.indexOf(kept), 1);
    void worker.terminate();
  }, idleAfter);
  timer.unref();
  const kept = { worker, timer };
  idle.push(kept);
}
