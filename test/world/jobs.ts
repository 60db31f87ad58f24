import { runOnce } from "graphile-worker";
import { taskList } from "../../server/src/app/worker/worker.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { relayEvents } from "../../server/src/floor/ledger/relay.ts";
import type { TestClock } from "./clock.ts";

/**
 * Relays the ledger's events and runs the jobs that are due by the world's clock until none is. Throws the error of a
 * job.
 */
export async function runDueJobs(context: Context, clock: TestClock): Promise<void> {
  for (;;) {
    await relayEvents(context);
    const { rows } = await context.pool.query<{ due: number }>(
      `with moved as (update graphile_worker._private_jobs set run_at = now() where run_at > now() and run_at <= $1 returning 1)
      select (select count(*)::int from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)
        + (select count(*)::int from moved) as due`,
      [clock.now()],
    );
    if (!rows[0]?.due) return;
    await runOnce({ pgPool: context.pool, taskList: taskList(context), noHandleSignals: true });
  }
}
