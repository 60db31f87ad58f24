/**
 * Presence: an agent is online with a connection to a live process. Each process tracks its own connections and
 * writes changes, so that an outage of the database is caught up with.
 */
import { limits } from "@parley/contract/limits";
import { type Kysely, sql } from "kysely";
import { rooms } from "../actors/rooms.ts";
import type { Context } from "../context.ts";
import type { Database } from "../database/schema.ts";
import { type AgentActor, acrossCompanies, type Publication } from "../database/scope.ts";
import { repeat } from "../jobs/repeat.ts";
import { onExpired } from "./lease.ts";

export type Who = Pick<AgentActor, "companyId" | "id">;

/** `written` is the table's value for this process; `lastLeftOn` applies while there is no connection. */
type Present = Who & { connections: number; written: number; lastLeftOn: number };

/** Any constant will do, as long as every process takes the same lock. */
const lockKey = 7_275_393_902;
const writeEvery = 200;

export function trackPresence(context: Context) {
  const agents = new Map<string, Present>();
  const writing = repeat(write, { task: "writePresence", every: writeEvery, log: context.log });
  onExpired(context, () => {
    for (const present of agents.values()) present.written = 0;
  });
  const of = ({ companyId, id }: Who): Present => {
    const known = agents.get(id);
    if (known) return known;
    const present = { companyId, id, connections: 0, written: 0, lastLeftOn: 0 };
    agents.set(id, present);
    return present;
  };
  return {
    arrived(who: Who): void {
      of(who).connections++;
    },
    /** Offline after five seconds without a connection. */
    left(who: Who): void {
      const present = of(who);
      present.connections--;
      present.lastLeftOn = context.clock().getTime();
    },
    /**
     * Keeps the rows until the lease expires: an agent who reconnects to another process meanwhile was never offline.
     */
    stop: writing.stop,
  };

  async function write(): Promise<void> {
    const gone = context.clock().getTime() - limits.offlineAfter;
    const changes = [...agents.values()]
      .map((present) => ({ present, connections: countConnections(present, gone) }))
      .filter(({ present, connections }) => connections !== present.written);
    if (changes.length === 0) return;
    const news = await acrossCompanies(context, (db) => record(db, context, changes));
    for (const { present, connections } of changes) {
      present.written = connections;
      if (connections === 0 && present.connections === 0) agents.delete(present.id);
    }
    context.live.publish(news);
  }
}

function countConnections({ connections, written, lastLeftOn }: Present, gone: number): number {
  if (connections > 0) return connections;
  return lastLeftOn <= gone ? 0 : written;
}

type Change = { present: Present; connections: number };

/** Under one lock, so that two processes never both think that the other one still has the agent. */
async function record(db: Kysely<Database>, context: Context, changes: Change[]): Promise<Publication[]> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
  const now = context.clock();
  const ids = changes.map(({ present }) => present.id);
  const before = await onlineAmong(db, ids, now);
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
  const gone = rows.filter(({ connections }) => connections === 0).map(({ agent_id }) => agent_id);
  if (gone.length > 0) {
    await db
      .deleteFrom("presence")
      .where("process_id", "=", context.processId)
      .where("agent_id", "in", gone)
      .execute();
  }
  const after = await onlineAmong(db, ids, now);
  const news = changes.flatMap(({ present }) => tell(present, before, after));
  return [
    ...news,
    ...(await totals(
      db,
      changedCompanies(
        changes.map(({ present }) => present),
        before,
        after,
      ),
      now,
    )),
  ];
}

/** Publishes the agents of expired processes who are online nowhere else. */
export async function publishOffline(context: Context, agents: Who[]): Promise<void> {
  if (agents.length === 0) return;
  const ids = agents.map(({ id }) => id);
  const now = context.clock();
  const before = new Set(ids);
  const news = await acrossCompanies(context, async (db) => {
    const after = await onlineAmong(db, ids, now);
    const gone = agents.flatMap((who) => tell(who, before, after));
    return [...gone, ...(await totals(db, changedCompanies(agents, before, after), now))];
  });
  context.live.publish(news);
}

function tell({ companyId, id }: Who, before: Set<string>, after: Set<string>): Publication[] {
  if (before.has(id) === after.has(id)) return [];
  const event = after.has(id) ? "userLogin" : "userLogout";
  return [{ event, payload: { id }, rooms: [rooms.company(companyId)] }];
}

function changedCompanies(agents: Who[], before: Set<string>, after: Set<string>): string[] {
  const changed = agents.filter(({ id }) => before.has(id) !== after.has(id));
  return [...new Set(changed.map(({ companyId }) => companyId))];
}

/** How many are online now, for the administrators of companies where that changed. */
async function totals(db: Kysely<Database>, companyIds: string[], now: Date): Promise<Publication[]> {
  if (companyIds.length === 0) return [];
  const rows = await db
    .selectFrom("presence")
    .innerJoin("process", "process.id", "presence.process_id")
    .select("presence.company_id")
    .select((eb) => eb.fn.count<string>("presence.agent_id").distinct().as("online"))
    .where("presence.company_id", "in", companyIds)
    .where("process.lease_until", ">", now)
    .groupBy("presence.company_id")
    .execute();
  const online = new Map(rows.map((row) => [row.company_id, Number(row.online)]));
  return companyIds.map((id) => ({
    event: "totalOnlineAgents",
    payload: online.get(id) ?? 0,
    rooms: [rooms.admins(id)],
  }));
}

async function onlineAmong(db: Kysely<Database>, ids: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom("presence")
    .innerJoin("process", "process.id", "presence.process_id")
    .select("presence.agent_id")
    .where("presence.agent_id", "in", ids)
    .where("process.lease_until", ">", now)
    .execute();
  return new Set(rows.map(({ agent_id }) => agent_id));
}
