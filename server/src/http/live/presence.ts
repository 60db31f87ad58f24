/**
 * Presence: an agent is online with a connection to a live process. Each process tracks its own connections and
 * writes changes, so that an outage of the database is caught up with.
 */
import { limits } from "@parley/contract/limits";
import { type Kysely, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { type AgentActor, acrossCompanies } from "../../floor/database/scope.ts";
import { repeat } from "../../work/repeat.ts";
import { recordLeft } from "./absence.ts";
import { createAnnouncer, onlineAmong, type PresenceChange, publishPresence } from "./announce-presence.ts";

export type Who = Pick<AgentActor, "companyId" | "id">;

/** `written` is the table's value for this process; without a connection the agent goes offline at `awaitedUntil`. */
type Present = Who & { connections: number; written: number; awaitedUntil: number };

/** Any constant will do, as long as every process acquires the same lock. */
const lockKey = 7_275_393_902;
const writeEvery = 200;
/** Milliseconds after a restart. Two thousand agents of a company need up to 25 seconds to come back. */
const backWithin = 30_000;

export function trackPresence(context: Context) {
  const agents = new Map<string, Present>();
  const announcer = createAnnouncer(context);
  const startedOn = context.clock().getTime();
  let hasRead = false;
  const writing = repeat(write, { task: "writePresence", every: writeEvery, log: context.log });
  context.lease.expired = () => {
    for (const present of agents.values()) present.written = 0;
  };
  const of = ({ companyId, id }: Who): Present => {
    const known = agents.get(id);
    if (known) return known;
    const present = { companyId, id, connections: 0, written: 0, awaitedUntil: 0 };
    agents.set(id, present);
    return present;
  };
  return {
    arrived(who: Who): void {
      of(who).connections++;
    },
    /** The agent goes offline after five seconds without a connection. */
    left(who: Who): void {
      const present = of(who);
      present.connections--;
      present.awaitedUntil = context.clock().getTime() + limits.offlineAfter;
    },
    /**
     * Keeps the rows until the lease expires: an agent who reconnects to another process meanwhile was never offline.
     */
    async stop() {
      await writing.stop();
      await announcer
        .publish({ all: true })
        .catch((error: unknown) => context.log.warn({ err: error }, "Presence could not be published"));
    },
  };

  /** Reads the agents whom the previous process has left to this one (`lease.ts`). */
  async function expectBack(): Promise<void> {
    const rows = await acrossCompanies(context, (db) =>
      db.selectFrom("presence").selectAll().where("process_id", "=", context.processId).execute(),
    );
    for (const { company_id, agent_id, connections } of rows) {
      const present = of({ companyId: company_id, id: agent_id });
      present.written = connections;
      if (present.awaitedUntil === 0) present.awaitedUntil = startedOn + backWithin;
    }
  }

  function countConnections({ connections, awaitedUntil, written }: Present, now: number): number {
    if (connections > 0) return connections;
    return now >= awaitedUntil ? 0 : written;
  }

  async function write(): Promise<void> {
    if (!hasRead) await expectBack();
    hasRead = true;
    const now = context.clock().getTime();
    const changes = [...agents.values()]
      .map((present) => ({ present, connections: countConnections(present, now) }))
      .filter(({ present, connections }) => connections !== present.written);
    if (changes.length > 0) {
      announcer.add(await acrossCompanies(context, (db) => record(db, context, changes)));
      for (const { present, connections } of changes) {
        present.written = connections;
        if (connections === 0 && present.connections === 0) agents.delete(present.id);
      }
    }
    await announcer.publish();
  }
}

type Change = { present: Present; connections: number };

/** Writes under one lock, so that two processes never both think that the other one still has the agent. */
async function record(db: Kysely<Database>, context: Context, changes: Change[]): Promise<PresenceChange[]> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
  const ids = changes.map(({ present }) => present.id);
  const before = await onlineAmong(db, ids);
  const rows = changes.map(({ present, connections }) => ({
    company_id: present.companyId,
    agent_id: present.id,
    process_id: context.processId,
    connections,
  }));
  const here = rows.filter(({ connections }) => connections > 0);
  if (here.length > 0) {
    await db
      .insertInto("presence")
      .values(here)
      .onConflict((conflict) =>
        conflict
          .columns(["company_id", "agent_id", "process_id"])
          .doUpdateSet((eb) => ({ connections: eb.ref("excluded.connections") })),
      )
      .execute();
  }
  const left = changes.filter(({ connections }) => connections === 0).map(({ present }) => present);
  const gone = left.map(({ id }) => id);
  if (gone.length > 0) {
    await recordLeft(db, context.clock(), left);
    await db
      .deleteFrom("presence")
      .where("process_id", "=", context.processId)
      .where("agent_id", "in", gone)
      .execute();
  }
  const after = await onlineAmong(db, ids);
  return changesBetween(
    changes.map(({ present }) => present),
    before,
    after,
  );
}

/** Publishes the agents of expired processes who are online nowhere else. */
export async function publishOffline(context: Context, agents: Who[]): Promise<void> {
  if (agents.length === 0) return;
  const ids = agents.map(({ id }) => id);
  const after = await acrossCompanies(context, (db) => onlineAmong(db, ids));
  await publishPresence(context, changesBetween(agents, new Set(ids), after));
}

function changesBetween(agents: Who[], before: Set<string>, after: Set<string>): PresenceChange[] {
  return agents.flatMap(({ companyId, id }) => {
    const online = after.has(id);
    return before.has(id) === online ? [] : [{ companyId, id, online }];
  });
}
