/** A process lives while it renews its lease. What a crashed one held ends with it. */
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";
import { sayIfOffline } from "./presence.ts";

const lease = 8_000;
const renewEvery = 2_000;

export type Lease = { stop(): Promise<void> };

export async function startLease(context: Context): Promise<Lease> {
  await renew(context);
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => tick(context));
  }, renewEvery);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await acrossCompanies(context, (db) =>
        db.deleteFrom("process").where("id", "=", context.processId).execute(),
      );
    },
  };
}

async function tick(context: Context): Promise<void> {
  try {
    await renew(context);
    await buryTheDead(context);
  } catch (error) {
    context.log.warn({ err: error }, "the lease could not be renewed");
  }
}

/** Whoever was away longer than its lease has lost its connections in the books; the sockets come again. */
async function renew(context: Context): Promise<void> {
  const now = context.clock();
  const until = new Date(now.getTime() + lease);
  const renewed = await acrossCompanies(context, (db) =>
    db
      .updateTable("process")
      .set({ lease_until: until })
      .where("id", "=", context.processId)
      .executeTakeFirst(),
  );
  if (renewed.numUpdatedRows > 0n) return;
  await acrossCompanies(context, (db) =>
    db.insertInto("process").values({ id: context.processId, started_on: now, lease_until: until }).execute(),
  );
  context.live.server.local.disconnectSockets(true);
}

/** Removes processes whose lease ran out: their agents go offline, their jobs are free for others. */
export async function buryTheDead(context: Context): Promise<void> {
  const now = context.clock();
  const gone = await acrossCompanies(context, async (db) => {
    const dead = await db
      .selectFrom("process")
      .select(["id", "worker_ids"])
      .where("lease_until", "<=", now)
      .forUpdate()
      .skipLocked()
      .execute();
    if (dead.length === 0) return { agents: [], workers: [] };
    const ids = dead.map(({ id }) => id);
    const agents = await db
      .deleteFrom("presence")
      .where("process_id", "in", ids)
      .returning(["company_id as companyId", "agent_id as id"])
      .execute();
    await db.deleteFrom("process").where("id", "in", ids).execute();
    return { agents, workers: dead.flatMap(({ worker_ids }) => worker_ids) };
  });
  if (gone.workers.length > 0) {
    await context.pool.query("select graphile_worker.force_unlock_workers($1::text[])", [gone.workers]);
  }
  for (const agent of gone.agents) await sayIfOffline(context, agent);
}
