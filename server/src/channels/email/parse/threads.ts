/**
 * Reads mails in worker threads, with limits on time and memory: a mail of ten megabytes takes a second, and a hostile
 * one its whole limit. One company's mails are read one after the other, and one thread is only for companies whose mails
 * took little time lately, so that companies that flood leave it free for others.
 * Threads start with the first mail and end when idle.
 */
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createFairQueue } from "../../../files/decoder/fair-queue.ts";
import { Refusal } from "../../../floor/errors/errors.ts";
import { sourceFolder } from "../../../source-folder.ts";
import type { MailLimits } from "./limits.ts";
import type { ParsedMail } from "./parsed-mail.ts";
import { untilTimeIsUp } from "./thread-time.ts";

/** `longestText`: the number of characters of a text that needs no document. */
export type Work = { raw: Uint8Array; limits: MailLimits; longestText: number };
/** `document`: the bytes of the frame's content. */
export type Answer = { mail: ParsedMail; document: Uint8Array | null } | { unreadable: string };

const most = 3;
const kept = { slots: 1, use: { little: 1_000 } };
const idleAfter = 60_000;
/** The number of a company's mails that may wait for a thread. */
export const mostWaiting = 100;
/** The milliseconds that a mail waits for a thread. */
const patience = 20_000;

const queue = createFairQueue({ atOnce: most, mostWaiting, kept });
const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];

/** Refuses when too many mails of the company wait, or it has no thread within `maxWait` milliseconds; the sender retries. */
export async function readInThread(
  companyId: string,
  { raw, ...work }: Work,
  maxWait: number = patience,
): Promise<Answer> {
  const answer = await queue.run(companyId, { urgent: false, maxWait }, () =>
    ask(acquireWorker(), { raw: new Uint8Array(raw), ...work }).catch(unanswered),
  );
  if (!answer) throw new Refusal(503, "not_ready", "not_ready");
  return answer;
}

const unanswered = (error: unknown) => ({ unreadable: String(error) });

function acquireWorker(): Worker {
  const kept = idle.pop();
  if (!kept) return startWorker();
  clearTimeout(kept.timer);
  return kept.worker;
}

function startWorker(): Worker {
  const worker = new Worker(join(sourceFolder, "channels/email/parse/thread.ts"), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // The thread gets no environment, which holds secrets.
    env: {},
  });
  // Without a listener, an error of a thread that has just answered would end the process.
  worker.on("error", () => undefined);
  worker.unref();
  return worker;
}

/** Rejects when the mail took too long or ended the thread. */
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
      untilTimeIsUp(worker, work.limits.milliseconds, signal).then(() => fail("The mail took too long")),
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
  const timer = setTimeout(() => {
    idle.splice(idle.indexOf(kept), 1);
    void worker.terminate();
  }, idleAfter);
  timer.unref();
  const kept = { worker, timer };
  idle.push(kept);
}
