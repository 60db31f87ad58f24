/**
 * Publishes agents who came online or left. All changes in a company within a moment are one event each way, so a storm
 * of arrivals costs each viewer a frame a second and not one for each arrival.
 */
import { type Kysely, sql } from "kysely";
import { rooms } from "../../floor/actors/rooms.ts";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { acrossCompanies, type Publication } from "../../floor/database/scope.ts";

export type PresenceChange = { companyId: string; id: string; online: boolean };

/** Milliseconds between two publications of a company; the pause grows with its sockets, within these bounds. */
const shortest = 200;
const longest = 1_000;
/** Up to this many changes of a moment are an event each. */
const mostSingle = 10;

export function createAnnouncer(context: Context) {
  const waiting = new Map<string, Map<string, PresenceChange>>();
  const publishedAt = new Map<string, number>();
  return {
    add(changes: PresenceChange[]): void {
      for (const change of changes) {
        const { companyId, id } = change;
        const known = waiting.get(companyId) ?? new Map<string, PresenceChange>();
        waiting.set(companyId, known.set(id, change));
      }
    },
    /** Publishes the changes that are due, or all of them. Failed ones stay for the next time. */
    async publish({ all = false } = {}): Promise<void> {
      const now = performance.now();
      const due = [...waiting.keys()].filter(
        (id) => all || now - (publishedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= pauseOf(context, id),
      );
      const changes = due.flatMap((id) => [...(waiting.get(id)?.values() ?? [])]);
      await publishPresence(context, changes);
      for (const id of due) {
        waiting.delete(id);
        publishedAt.set(id, now);
      }
    },
  };
}

function pauseOf({ live }: Context, companyId: string): number {
  const sockets = live.server.sockets.adapter.rooms.get(rooms.company(companyId))?.size ?? 0;
  return Math.min(longest, Math.max(shortest, sockets));
}

/**
 * A change that another process has undone meanwhile is left out: that process publishes its own, perhaps before this
 * one.
 */
export async function publishPresence(context: Context, changes: PresenceChange[]): Promise<void> {
  if (changes.length === 0) return;
  const byCompany = Map.groupBy(changes, ({ companyId }) => companyId);
  const ids = changes.map(({ id }) => id);
  const [counts, present] = await acrossCompanies(context, async (db) => [
    await countOnline(db, [...byCompany.keys()]),
    await onlineAmong(db, ids),
  ]);
  context.live.publish(
    [...byCompany].flatMap(([companyId, all]): Publication[] => {
      const changed = all.filter(({ id, online }) => online === present.has(id));
      return [
        ...publicationOf(companyId, "userLogin", changed),
        ...publicationOf(companyId, "userLogout", changed),
        { event: "totalOnlineAgents", payload: counts.get(companyId) ?? 0, rooms: [rooms.admins(companyId)] },
      ];
    }),
  );
}

function publicationOf(
  companyId: string,
  event: "userLogin" | "userLogout",
  changes: PresenceChange[],
): Publication[] {
  const ids = changes.flatMap(({ id, online }) => (online === (event === "userLogin") ? [id] : []));
  const [id, ...others] = ids;
  if (!id) return [];
  const to = [rooms.company(companyId)];
  if (ids.length <= mostSingle) return ids.map((one) => ({ event, payload: { id: one }, rooms: to }));
  return [{ event, payload: { id, others }, rooms: to }];
}

/** Counts each company's agents with a connection to a living process. */
async function countOnline(db: Kysely<Database>, companyIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("presence")
    .innerJoin("process", "process.id", "presence.process_id")
    .select("presence.company_id")
    .select((eb) => eb.fn.count<string>("presence.agent_id").distinct().as("online"))
    .where("presence.company_id", "in", companyIds)
    .where("process.lease_until", ">", sql<Date>`now()`)
    .groupBy("presence.company_id")
    .execute();
  return new Map(rows.map((row) => [row.company_id, Number(row.online)]));
}

/** The agents among these who hold a connection to a living process. */
export async function onlineAmong(db: Kysely<Database>, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("presence")
    .innerJoin("process", "process.id", "presence.process_id")
    .select("presence.agent_id")
    .where("presence.agent_id", "in", ids)
    .where("process.lease_until", ">", sql<Date>`now()`)
    .execute();
  return new Set(rows.map(({ agent_id }) => agent_id));
}
