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
import { checkAccounts } from "../../channels/accounts/check.ts";
import { followOutages } from "../../channels/accounts/outage.ts";
import { registerWebhook } from "../../channels/accounts/register-webhooks.ts";
import { fetchTemplates } from "../../channels/accounts/review-templates.ts";
import { acknowledgeRating } from "../../channels/outbound/acknowledge.ts";
import { keepCopy } from "../../channels/outbound/keep-copy.ts";
import { sweepers } from "../../channels/outbound/sweep.ts";
import { sweepFigureMails } from "../../decide/figure-mails/weekly.ts";
import { fillFigures, sweepFigures } from "../../decide/figures/count.ts";
import { sweepRedates } from "../../decide/goals/redate.ts";
import { sweepGoals } from "../../decide/goals/warn.ts";
import { removeOldOffers } from "../../decide/routing/remove-old.ts";
import { sweepRouting } from "../../decide/routing/sweep.ts";
import { removeOldJudgements } from "../../decide/rules/remove-old.ts";
import { sweepRules } from "../../decide/rules/run.ts";
import { removePicture } from "../../files/pictures/store.ts";
import type { Context } from "../../floor/context.ts";
import { shareConnections } from "../../floor/database/connections.ts";
import { createPool } from "../../floor/database/pool.ts";
import type { TaskName, Tasks } from "../../floor/database/tasks.ts";
import { type Patience, whileUnavailable } from "../../floor/database/unavailable.ts";
import { countWorkers } from "../../http/live/lease.ts";
import { removeOldMails, sweepMails } from "../../mail/send.ts";
import { removeOldRepeats } from "../../programs/api/repeat.ts";
import { followLedger } from "../../programs/webhooks/follow-ledger.ts";
import { removeOldDeliveries, sweepWebhooks } from "../../programs/webhooks/sweep.ts";
import { removeOldAddressChanges } from "../../sign-in/address/address-change.ts";
import { removeOldCodes } from "../../sign-in/codes/grants.ts";
import { removeOldInvitations } from "../../sign-in/invitations/remove-old.ts";
import { removeExpiredSessions } from "../../sign-in/session/session.ts";
import { sweepAutomatic } from "../../support/automatic/run.ts";
import { sweepMailsWhenAway } from "../../support/away/mail.ts";
import { extendSpans } from "../../support/hours/spans.ts";
import { notifyFailure } from "../../support/notifications/failure.ts";
import { notifyFollower } from "../../support/notifications/follower.ts";
import { notifyMention } from "../../support/notifications/mention.ts";
import { notifyUnreadPrivate, notifyUnreadTicket } from "../../support/notifications/unread.ts";
import { removeDropped } from "../../support/outgoing/rows.ts";
import { sweepOutgoing } from "../../support/outgoing/sweep.ts";
import { notifyBrowser } from "../../support/push/notify-browser.ts";
import { purgeDeleted } from "../../support/tickets/purge.ts";
import { sweepSnoozed } from "../../support/tickets/wake.ts";
import { addUpTotals, finishRecount, sweepRecounts } from "../../support/totals/totals.ts";
import { repeat } from "../../work/repeat.ts";
import { retryingPool } from "../../work/retrying-pool.ts";
import { concurrency, createSlots } from "../../work/slots.ts";
import { createOutside, type Outside } from "./outside.ts";

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
  notice_failure: notifyFailure,
  notice_mention: notifyMention,
  notice_follower: notifyFollower,
  fetch_templates: fetchTemplates,
  remove_picture: removePicture,
  recount_days: finishRecount,
};

const sweepEvery = 5_000;
/** Milliseconds between two reads of an index that is empty where no automatic message waits. */
const automaticEvery = 1_000;
/** Milliseconds between two sweeps for events and waits that rules hear. */
const rulesEvery = 500;
/** Milliseconds between two sweeps for goals that end and tickets to be dated anew. */
const goalsEvery = 1_000;
/** Milliseconds between two sweeps for tickets to be counted: a ticket in which much happens is counted as often. */
const figuresEvery = 10_000;
/** Milliseconds between two steps of a company whose tickets are all to be counted. */
const fillEvery = 2_000;
/** Milliseconds between two sweeps for tickets to offer: a change of presence is seen as soon. */
const routingEvery = 500;
/** Milliseconds between two reads of an index of snoozed tickets. */
const snoozedEvery = 1_000;
/** Milliseconds between two reads of an index of texts that leave later. */
const outgoingEvery = 1_000;
/** Milliseconds between two sweeps for events and deliveries that no nudge told of. */
const webhooksEvery = 1_000;
const cleanEvery = 3_600_000;
const addUpEvery = 10_000;
/** Milliseconds between two reads of an index of deleted tickets. */
const purgeEvery = 30_000;
/** Milliseconds between two searches for due checks and mails. */
const healthEvery = 15_000;
/** Milliseconds, less than the ten seconds in which the whole process stops. */
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
export async function startWorker(context: Context, patience?: Patience): Promise<{ stop(): Promise<void> }> {
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
  // Jobs are locked by the pool, not by its worker.
  events.on("pool:create", ({ workerPool }) => context.lease.workerIds.push(workerPool.id));
  const options: RunnerOptions = {
    pgPool: retryingPool(pool),
    events,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: { ...taskList(context, ending.signal, outside), ...(handing as TaskList) },
    concurrency,
    forbiddenFlags: createSlots(events),
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error({ worker: message }, "Worker error");
      // A connection is held while a job is fetched or ended, not while it runs: fewer than jobs are enough.
      else if (level === "warning" && !message.includes("maxPoolSize"))
        log.warn({ worker: message }, "Worker warning");
    }),
  };
  const runner = await whileUnavailable(() => run(options), patience).catch(async (error: unknown) => {
    await Promise.all([outside.stop(), pool.end()]);
    throw error;
  });
  context.ownTasks = { deliver: handing.deliver, send_webhook: handing.send_webhook };
  const recurring = (work: (context: Context) => Promise<unknown>, every: number) =>
    repeat(() => work(context), { task: work.name, every, log });
  const webhooks = followLedger(context);
  const sharePace = async () => outside.pace.shareWith(await countWorkers(context));
  const repeating = [
    ...sweepers.map((sweep) => recurring(sweep, sweepEvery)),
    ...context.channels.all.flatMap(({ work }) =>
      (work?.sweeps ?? []).map((sweep) => recurring(sweep, sweepEvery)),
    ),
    recurring(sweepAutomatic, automaticEvery),
    recurring(sweepRules, rulesEvery),
    recurring(sweepGoals, goalsEvery),
    recurring(sweepRedates, goalsEvery),
    recurring(sweepFigures, figuresEvery),
    recurring(fillFigures, fillEvery),
    recurring(sweepFigureMails, healthEvery),
    recurring(extendSpans, healthEvery),
    recurring(sweepRouting, routingEvery),
    recurring(sweepSnoozed, snoozedEvery),
    recurring(sweepOutgoing, outgoingEvery),
    recurring(purgeDeleted, purgeEvery),
    repeat(webhooks.write, { task: "writeDueDeliveries", every: webhooksEvery, log }),
    recurring(sweepWebhooks, webhooksEvery),
    recurring(sharePace, sweepEvery),
    recurring(sweepMails, sweepEvery),
    recurring(sweepMailsWhenAway, sweepEvery),
    recurring(checkAccounts, healthEvery),
    recurring(followOutages, healthEvery),
    recurring(addUpTotals, addUpEvery),
    recurring(sweepRecounts, addUpEvery),
    recurring(removeExpiredSessions, cleanEvery),
    recurring(removeOldRepeats, cleanEvery),
    recurring(removeOldDeliveries, cleanEvery),
    recurring(removeOldJudgements, cleanEvery),
    recurring(removeOldOffers, cleanEvery),
    recurring(removeOldCodes, cleanEvery),
    recurring(removeDropped, cleanEvery),
    recurring(removeOldAddressChanges, cleanEvery),
    recurring(removeOldInvitations, cleanEvery),
    ...context.channels.all.flatMap(({ work }) =>
      (work?.cleanUps ?? []).map((cleanUp) => recurring(cleanUp, cleanEvery)),
    ),
    recurring(removeOldMails, cleanEvery),
    repeat(() => removeFailedJobs(pool), { task: removeFailedJobs.name, every: cleanEvery, log }),
  ];
  return {
    async stop() {
      ending.abort();
      context.ownTasks = {};
      webhooks.stop();
      await Promise.all(repeating.map((one) => one.stop()));
      const stopped = Promise.all([outside.stop(), runner.stop()]).then(() => pool.end());
      const late = await Promise.race([stopped, wait(stopTimeout, "late", { ref: false })]);
      // A send that a provider leaves hanging is settled when this process's lease expires.
      if (late) log.warn("Some jobs did not end in time");
    },
  };
}

type HandingOver = { [Name in keyof Outside["tasks"]]: (payload: Tasks[Name]) => void };

/** Makes the tasks of `outside` jobs that end as soon as their work is passed on. */
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
