import { EventEmitter } from "node:events";
import { Logger, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { removeExpiredSessions } from "../auth/session.ts";
import { acknowledgeRating } from "../channels/acknowledge.ts";
import { deliver } from "../channels/deliver.ts";
import { fetchMedia } from "../channels/media.ts";
import { sweepers } from "../channels/sweep.ts";
import type { Context } from "../context.ts";
import { createPool } from "../database/pool.ts";
import { acrossCompanies } from "../database/scope.ts";
import { repeat } from "./repeat.ts";
import type { TaskName, Tasks } from "./tasks.ts";

type Work = {
  [Name in TaskName]: (context: Context, payload: Tasks[Name], signal: AbortSignal) => Promise<unknown>;
};

const tasks: Work = { deliver, fetch_media: fetchMedia, acknowledge_rating: acknowledgeRating };

const concurrency = 10;
const sweepEvery = 5_000;
const cleanEvery = 3_600_000;

/** Each task with what it needs. The signal says that the process is about to stop: begin nothing more. */
export function taskList(context: Context, signal: AbortSignal = new AbortController().signal): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [
      name,
      async (payload: unknown) => {
        await (work as (context: Context, payload: unknown, signal: AbortSignal) => Promise<unknown>)(
          context,
          payload,
          signal,
        );
      },
    ]),
  );
}

/** Works until stopped. PostgreSQL's LISTEN wakes it, so a job starts within milliseconds of its commit. */
export async function startWorker(context: Context): Promise<{ stop(): Promise<void> }> {
  const { log } = context;
  const pool = createPool(context.directUrl, { log, name: "parley-worker", size: 12 });
  const ending = new AbortController();
  const events = new EventEmitter() as WorkerEvents;
  // Written down so that another process can free the jobs of this one if it crashes.
  events.on("worker:create", ({ worker }) => void noteWorker(context, worker.workerId));
  const runner = await run({
    pgPool: pool,
    taskList: taskList(context, ending.signal),
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 2_000,
    gracefulShutdownAbortTimeout: 9_000,
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error({ worker: message }, "a job failed");
      else if (level === "warning") log.warn({ worker: message }, "the worker warns");
    }),
  });
  const repeating = [
    ...sweepers.map((sweep) => repeat(() => sweep(context), { every: sweepEvery, log })),
    repeat(() => removeExpiredSessions(context), { every: cleanEvery, log }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(repeating.map((one) => one.stop()));
      await runner.stop();
      if (!pool.ended) await pool.end();
    },
  };
}

async function noteWorker(context: Context, workerId: string): Promise<void> {
  try {
    await acrossCompanies(context, (db) =>
      db
        .updateTable("process")
        .set((eb) => ({ worker_ids: eb.fn("array_append", ["worker_ids", eb.val(workerId)]) }))
        .where("id", "=", context.processId)
        .execute(),
    );
  } catch (error) {
    context.log.warn({ err: error }, "a worker could not be written down");
  }
}
