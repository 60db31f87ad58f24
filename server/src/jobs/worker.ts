import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Logger, makeWorkerUtils, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";
import { removePicture } from "../agents/picture.ts";
import { removeOldAddressChanges } from "../auth/address-change.ts";
import { removeOldCodes } from "../auth/grants.ts";
import { removeExpiredSessions } from "../auth/session.ts";
import { acknowledgeRating } from "../channels/acknowledge.ts";
import { deliver } from "../channels/deliver.ts";
import { fetchMedia } from "../channels/media.ts";
import { sweepers } from "../channels/sweep.ts";
import type { Context } from "../context.ts";
import { createPool } from "../database/pool.ts";
import { removeOldInvitations } from "../invitations/remove-old.ts";
import { removeOldMails, sendMail, sweepMails } from "../mail/send.ts";
import { noticePrivate, noticeTicket } from "../notifications/unread.ts";
import { tellBrowser } from "../push/tell.ts";
import { noteWorkers } from "../realtime/lease.ts";
import { addUpTotals, finishRecount, sweepRecounts } from "../tickets/totals.ts";
import { patient } from "./patient-pool.ts";
import { repeat } from "./repeat.ts";
import type { TaskName, Tasks } from "./tasks.ts";

type Work = {
  [Name in TaskName]: (context: Context, payload: Tasks[Name], signal: AbortSignal) => Promise<unknown>;
};

const tasks: Work = {
  push: tellBrowser,
  deliver,
  fetch_media: fetchMedia,
  acknowledge_rating: acknowledgeRating,
  send_mail: sendMail,
  notice_ticket: noticeTicket,
  notice_private: noticePrivate,
  remove_picture: removePicture,
  recount_days: finishRecount,
};

const concurrency = 10;
const sweepEvery = 5_000;
const cleanEvery = 3_600_000;
const addUpEvery = 10_000;
/** Below the ten seconds in which the whole process stops. */
const patience = 7_000;

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
  // Jobs are locked by the pool, not by the worker in it.
  events.on("pool:create", ({ workerPool }) => noteWorkers(context, workerPool.id));
  const runner = await run({
    pgPool: patient(pool),
    taskList: taskList(context, ending.signal),
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error({ worker: message }, "The worker met an error");
      else if (level === "warning") log.warn({ worker: message }, "The worker warns");
    }),
  });
  const repeating = [
    ...sweepers.map((sweep) => repeat(() => sweep(context), { every: sweepEvery, log })),
    repeat(() => sweepMails(context), { every: sweepEvery, log }),
    repeat(() => addUpTotals(context), { every: addUpEvery, log }),
    repeat(() => sweepRecounts(context), { every: addUpEvery, log }),
    repeat(() => removeExpiredSessions(context), { every: cleanEvery, log }),
    repeat(() => removeOldCodes(context), { every: cleanEvery, log }),
    repeat(() => removeOldAddressChanges(context), { every: cleanEvery, log }),
    repeat(() => removeOldInvitations(context), { every: cleanEvery, log }),
    repeat(() => removeOldMails(context), { every: cleanEvery, log }),
    repeat(() => removeDeadJobs(pool), { every: cleanEvery, log }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(repeating.map((one) => one.stop()));
      const stopped = runner.stop().then(() => pool.end());
      const late = await Promise.race([stopped, wait(patience, "late", { ref: false })]);
      // What a provider leaves hanging is settled by whoever finds this process gone.
      if (late) log.warn("Some jobs did not end in time");
    },
  };
}

/** A job that has used up its tries is only a nudge that failed: the table it spoke of is looked through anyway. */
async function removeDeadJobs(pgPool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool });
  await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] });
}
