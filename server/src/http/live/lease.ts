/**
 * Each process renews a lease, by the database's clock. When it expires, its presence, channels, jobs and claims are released.
 */
import { limits } from "@parley/contract/limits";
import { type Kysely, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { repeat } from "../../work/repeat.ts";
import { recordLeft } from "./absence.ts";
import { publishOffline } from "./presence.ts";

/** Milliseconds, four renewals, so that a short pause of the database does not expire it. */
const lease = 8_000;
const renewEvery = 2_000;

/** The other things a process holds: the composition root names them (`app/held.ts`). */
export type Held = {
  /** Commits with the removal of the processes. */
  release(db: Kysely<Database>, processIds: string[]): Promise<void>;
  /** Resumes the work they left. */
  resume(context: Context): Promise<void>;
};

const inTime = (milliseconds: number) => sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`;

declare module "../../floor/context.ts" {
  interface Context {
    lease: {
      /** The worker pools of this process: their jobs are unlocked when the lease expires. */
      workerIds: string[];
      /** Called when this process finds its lease expired and its rows removed. */
      expired(): void;
    };
  }
}

/** The number of processes that run jobs, this one included. */
export async function countWorkers(context: Context): Promise<number> {
  const { count } = await acrossCompanies(context, (db) =>
    db
      .selectFrom("process")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("lease_until", ">", sql<Date>`now()`)
      .where(sql<boolean>`worker_ids <> '{}'`)
      .executeTakeFirstOrThrow(),
  );
  return Math.max(1, count);
}

/** Resolves when this process is in the table. */
export async function startLease(context: Context, held: Held): Promise<{ stop(): Promise<void> }> {
  await context.followClock();
  await register(context);
  let renewedAt = performance.now();
  const renewing = repeat(
    async () => {
      await renew(context);
      // The others get time to renew after an outage of the database, too.
      const wasLate = performance.now() - renewedAt > lease / 2;
      renewedAt = performance.now();
      if (!wasLate) await removeExpiredProcesses(context, held);
    },
    { task: "renewLease", every: renewEvery, log: context.log },
  );
  return {
    async stop() {
      await renewing.stop();
      // The time is long enough for its agents to reconnect elsewhere; the next process publishes those who did not.
      await extend(context, limits.offlineAfter);
    },
  };
}

async function renew(context: Context): Promise<void> {
  await context.followClock();
  if (await extend(context, lease)) return;
  await register(context);
}

async function register(context: Context): Promise<void> {
  const id = context.processId;
  await acrossCompanies(context, async (db) => {
    await db
      .insertInto("process")
      .values({ id, started_on: sql`now()`, lease_until: inTime(lease) })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ lease_until: inTime(lease) }))
      .execute();
    if (!context.config.databaseUrl) await replaceOthers(db, id);
  });
  context.lease.expired();
}

/**
 * An embedded database has one process: any other row belongs to one that has ended. Agents online until now are
 * expected back.
 */
async function replaceOthers(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .insertInto("presence")
    .columns(["company_id", "agent_id", "process_id", "connections"])
    .expression((eb) =>
      eb
        .selectFrom("presence")
        .innerJoin("process", "process.id", "presence.process_id")
        .select(["company_id", "agent_id", sql<string>`${id}::uuid`.as("process_id"), "connections"])
        .where("process.id", "!=", id)
        .where("lease_until", ">", sql<Date>`now()`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable("process").set({ lease_until: sql`now()` }).where("id", "!=", id).execute();
}

async function extend(context: Context, time: number): Promise<boolean> {
  const { numUpdatedRows } = await acrossCompanies(context, (db) =>
    db
      .updateTable("process")
      .set({
        lease_until: inTime(time),
        worker_ids: context.lease.workerIds,
      })
      .where("id", "=", context.processId)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** Removes processes whose lease expired: their agents go offline, their channels and jobs are released. */
export async function removeExpiredProcesses(context: Context, held: Held): Promise<void> {
  const gone = await acrossCompanies(context, async (db) => {
    const dead = await db
      .selectFrom("process")
      .select(["id", "worker_ids"])
      .where("lease_until", "<=", sql<Date>`now()`)
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
    await recordLeft(db, context.clock(), agents);
    await held.release(db, ids);
    await db.deleteFrom("process").where("id", "in", ids).execute();
    await unlockJobs(
      db,
      dead.flatMap(({ worker_ids }) => worker_ids),
    );
    return agents;
  });
  if (!gone) return;
  await publishOffline(context, gone);
  await held.resume(context);
}

/** Commits with the removal: nothing else tells later that their worker is gone. Ends the transaction's role. */
async function unlockJobs(db: Kysely<Database>, workers: string[]): Promise<void> {
  await sql`set local role none`.execute(db);
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(db);
}
