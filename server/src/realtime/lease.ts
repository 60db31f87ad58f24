/** A process lives while it renews its lease. What a crashed one held ends with it. */
import { limits } from "@parley/contract/limits";
import { freeChannels } from "../channels/abandoned.ts";
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";
import { repeat } from "../jobs/repeat.ts";
import { sayWhoIsGone } from "./presence.ts";

/** Four tries to renew it, so that a pause of the database is no death. */
const lease = 8_000;
const renewEvery = 2_000;

const workers = new WeakMap<Context, string[]>();
const listeners = new WeakMap<Context, () => void>();

/** A pool of workers of this process: whoever finds the process dead frees the jobs that it holds. */
export function noteWorkers(context: Context, poolId: string): void {
  workers.set(context, [...(workers.get(context) ?? []), poolId]);
}

/** What to do when this process was silent for so long that it was buried: nothing it wrote down stands any more. */
export function onBuried(context: Context, act: () => void): void {
  listeners.set(context, act);
}

/** Resolves when this process is in the table. */
export async function startLease(context: Context): Promise<{ stop(): Promise<void> }> {
  // Nobody else can use an embedded database, so whoever is in the table of one is dead, whatever its lease says.
  if (!context.config.databaseUrl) await expireOthers(context);
  await renew(context);
  const renewing = repeat(
    async () => {
      await renew(context);
      await buryTheDead(context);
    },
    { every: renewEvery, log: context.log },
  );
  return {
    async stop() {
      await renewing.stop();
      // Long enough for its agents to come to another process, which then finds it dead and says who did not.
      await extend(context, limits.offlineAfter);
    },
  };
}

async function renew(context: Context): Promise<void> {
  if (await extend(context, lease)) return;
  const now = context.clock();
  await acrossCompanies(context, (db) =>
    db
      .insertInto("process")
      .values({ id: context.processId, started_on: now, lease_until: new Date(now.getTime() + lease) })
      .execute(),
  );
  listeners.get(context)?.();
}

async function extend(context: Context, time: number): Promise<boolean> {
  const { numUpdatedRows } = await acrossCompanies(context, (db) =>
    db
      .updateTable("process")
      .set({
        lease_until: new Date(context.clock().getTime() + time),
        worker_ids: workers.get(context) ?? [],
      })
      .where("id", "=", context.processId)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

async function expireOthers(context: Context): Promise<void> {
  await acrossCompanies(context, (db) =>
    db
      .updateTable("process")
      .set({ lease_until: context.clock() })
      .where("id", "!=", context.processId)
      .execute(),
  );
}

/** Removes processes whose lease ran out: their agents go offline, their channels and jobs are free for others. */
export async function buryTheDead(context: Context): Promise<void> {
  const gone = await acrossCompanies(context, async (db) => {
    const dead = await db
      .selectFrom("process")
      .select(["id", "worker_ids"])
      .where("lease_until", "<=", context.clock())
      .forUpdate()
      .skipLocked()
      .execute();
    if (dead.length === 0) return null;
    const ids = dead.map(({ id }) => id);
    const agents = await db
      .deleteFrom("presence")
      .where("process_id", "in", ids)
      .returning(["company_id as companyId", "agent_id as id"])
      .execute();
    await freeChannels(db, ids);
    await db.deleteFrom("process").where("id", "in", ids).execute();
    return { agents, workers: dead.flatMap(({ worker_ids }) => worker_ids) };
  });
  if (!gone) return;
  if (gone.workers.length > 0) {
    await context.pool.query("select graphile_worker.force_unlock_workers($1::text[])", [gone.workers]);
  }
  await sayWhoIsGone(context, gone.agents);
}
