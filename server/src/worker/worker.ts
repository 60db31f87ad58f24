import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import {
  Logger,
  makeWorkerUtils,
  type RunnerOptions,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { Pool } from "pg";
import { removeOldAddressChanges } from "../auth/address-change.ts";
import { removeOldCodes } from "../auth/grants.ts";
import { removeExpiredSessions } from "../auth/session.ts";
import { sweepAutomatic } from "../automatic/run.ts";
import { acknowledgeRating } from "../channels/acknowledge.ts";
import { checkAccounts } from "../channels/check.ts";
import { removeOldGreetings } from "../channels/greetings.ts";
import { keepCopy } from "../channels/keep-copy.ts";
import { channelModules } from "../channels/modules/registry.ts";
import { followOutages } from "../channels/outage.ts";
import { registerWebhook } from "../channels/register-webhooks.ts";
import { fetchTemplates } from "../channels/review-templates.ts";
import { sweepers } from "../channels/sweep.ts";
import type { Context } from "../context.ts";
import { shareConnections } from "../database/connections.ts";
import { createPool } from "../database/pool.ts";
import { removeOldInvitations } from "../invitations/remove-old.ts";
import { repeat } from "../jobs/repeat.ts";
import type { TaskName, Tasks } from "../jobs/tasks.ts";
import { removeOldMails, sweepMails } from "../mail/send.ts";
import { notifyUnreadPrivate, notifyUnreadTicket } from "../notifications/unread.ts";
import { removePicture } from "../pictures/store.ts";
import { notifyBrowser } from "../push/notify-browser.ts";
import { addWorkers, countWorkers } from "../realtime/lease.ts";
import { addUpTotals, finishRecount, sweepRecounts } from "../totals/totals.ts";
import { createOutside, type Outside } from "./outside.ts";
import { concurrency, createPlaces } from "./places.ts";
import { retryingPool } from "./retrying-pool.ts";

type Work = {
  [Name in Exclude<TaskName, keyof Outside["tasks"]>]: (
    context: Context,
    payload: Tasks[Name],
    signal: AbortSignal,
  ) => Promise<unknown>;
};

const tasks: Work = {
  push: notifyBrowser,
  acknowledge_rating: acknowledgeRating,
  keep_copy: keepCopy,
  register_webhook: registerWebhook,
  notice_ticket: notifyUnreadTicket,
  notice_private: notifyUnreadPrivate,
  fetch_templates: fetchTemplates,
  remove_picture: removePicture,
  recount_days: finishRecount,
};

const sweepEvery = 5_000;
/** Of an index that is empty where no automatic message waits. */
const automaticEvery = 1_000;
const cleanEvery = 3_600_000;
const addUpEvery = 10_000;
/** How often due checks and mails are looked for. */
const healthEvery = 15_000;
/** Below the ten seconds in which the whole process stops. */
const stopTimeout = 7_000;

/** graphile-worker's task list. The signal aborts when the process stops: a task begins nothing more. */
export function taskList(
  context: Context,
  signal: AbortSignal = new AbortController().signal,
  outside: Outside = createOutside(context, signal),
): Record<TaskName, Task> {
  const inside = Object.entries(tasks).map(([name, work]) => [
    name,
    async (payload: unknown) => {
      await (work as (context: Context, payload: unknown, signal: AbortSignal) => Promise<unknown>)(
        context,
        payload,
        signal,
      );
    },
  ]);
  return { ...Object.fromEntries(inside), ...outside.tasks };
}

/** Starts the job worker. PostgreSQL's LISTEN wakes it, so a job starts within milliseconds of its commit. */
export async function startWorker(context: Context): Promise<{ stop(): Promise<void> }> {
  const { log } = context;
  const pool = createPool(context.directUrl, {
    log,
    name: "parley-worker",
    size: shareConnections(context.config).worker,
  });
  const ending = new AbortController();
  const outside = createOutside(context, ending.signal);
  const handing = handingOver(context, outside);
  const events = new EventEmitter() as WorkerEvents;
  // Jobs are locked by the pool, not by the worker in it.
  events.on("pool:create", ({ workerPool }) => addWorkers(context, workerPool.id));
  const options: RunnerOptions = {
    pgPool: retryingPool(pool),
    events,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: { ...taskList(context, ending.signal, outside), ...(handing as TaskList) },
    concurrency,
    forbiddenFlags: createPlaces(events),
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error({ worker: message }, "Worker error");
      // A connection is held while a job is fetched or ended, not while it runs: fewer than jobs are enough.
      else if (level === "warning" && !message.includes("maxPoolSize"))
        log.warn({ worker: message }, "Worker warning");
    }),
  };
  const runner = await run(options);
  context.ownTasks = { deliver: handing.deliver };
  context.takeTurn = outside.takeTurn;
  const recurring = (work: (context: Context) => Promise<unknown>, every: number) =>
    repeat(() => work(context), { task: work.name, every, log });
  const sharePace = async () => outside.pace.shareWith(await countWorkers(context));
  const repeating = [
    ...sweepers.map((sweep) => recurring(sweep, sweepEvery)),
    ...channelModules().flatMap(({ sweeps = [] }) => sweeps.map((sweep) => recurring(sweep, sweepEvery))),
    recurring(sweepAutomatic, automaticEvery),
    recurring(sharePace, sweepEvery),
    recurring(sweepMails, sweepEvery),
    recurring(checkAccounts, healthEvery),
    recurring(followOutages, healthEvery),
    recurring(addUpTotals, addUpEvery),
    recurring(sweepRecounts, addUpEvery),
    recurring(removeExpiredSessions, cleanEvery),
    recurring(removeOldCodes, cleanEvery),
    recurring(removeOldAddressChanges, cleanEvery),
    recurring(removeOldInvitations, cleanEvery),
    recurring(removeOldGreetings, cleanEvery),
    recurring(removeOldMails, cleanEvery),
    repeat(() => removeFailedJobs(pool), { task: removeFailedJobs.name, every: cleanEvery, log }),
  ];
  return {
    async stop() {
      ending.abort();
      context.ownTasks = {};
      context.takeTurn = null;
      await Promise.all(repeating.map((one) => one.stop()));
      const stopped = Promise.all([outside.stop(), runner.stop()]).then(() => pool.end());
      const late = await Promise.race([stopped, wait(stopTimeout, "late", { ref: false })]);
      // A send that a provider leaves hanging is settled when this process's lease expires.
      if (late) log.warn("Some jobs did not end in time");
    },
  };
}

type HandingOver = { [Name in keyof Outside["tasks"]]: (payload: Tasks[Name]) => void };

/** The tasks of `outside` as jobs that end as soon as their work is handed over. */
function handingOver({ log }: Context, { tasks: outside }: Outside): HandingOver {
  const each = Object.entries(outside).map(([task, work]) => [
    task,
    (payload: never) => {
      (work as (payload: never) => Promise<void>)(payload).catch((error: unknown) =>
        log.error({ err: error, task }, "Work of a lane failed"),
      );
    },
  ]);
  return Object.fromEntries(each) as HandingOver;
}

/** Jobs only speed up work; the sweeps find the rows of a job that used up its tries. */
async function removeFailedJobs(pgPool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool });
  await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] });
}
