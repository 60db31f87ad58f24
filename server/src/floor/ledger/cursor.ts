/** Subscribers that read the ledger by position, each at its own cursor. */
import type { EventKind } from "@parley/contract/ledger";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../database/schema.ts";
import { acrossCompanies, type WorkContext } from "../database/scope.ts";
import { isUnavailable } from "../database/unavailable.ts";
import type { RelaySignal } from "./signal.ts";
import type { ByCursor, PlacedEvent } from "./subscribers.ts";

type Needs = Pick<WorkContext, "database" | "shares" | "timeLimits" | "diskRoom"> & {
  log: Pick<Logger, "error">;
};

/** Starts a new subscriber with later events only. It runs before positions are given, so that it misses none. */
export async function startCursors(
  context: Needs & { relay: Pick<RelaySignal, "started"> },
  subscribers: readonly ByCursor[],
): Promise<void> {
  const { started } = context.relay;
  const missing = subscribers.filter(({ name }) => !started.has(name));
  if (missing.length === 0) return;
  await acrossCompanies(context, async (db) => {
    for (const { name } of missing)
      await sql`insert into event_cursor (subscriber, place)
        select ${name}, coalesce(max(place), 0) from event where place is not null
        on conflict do nothing`.execute(db);
  });
  for (const { name } of missing) started.add(name);
}

/** The names of the subscribers that have events ahead of their cursor. */
export async function findBehind(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const last = db
    .selectFrom("event")
    .select(({ fn }) => fn.max("place").as("place"))
    .where("place", "is not", null);
  const rows = await db.selectFrom("event_cursor").select("subscriber").where("place", "<", last).execute();
  return new Set(rows.map(({ subscriber }) => subscriber));
}

/**
 * Passes a subscriber at most `most` events after its cursor, which moves in the same transaction: an event counts
 * once, whenever the process ends. `busy`: another process is at this cursor.
 */
export function processPlaced(
  context: Needs,
  subscriber: ByCursor,
  most: number,
): Promise<"more" | "end" | "busy"> {
  return acrossCompanies(context, async (db) => {
    const cursor = await db
      .selectFrom("event_cursor")
      .select("place")
      .where("subscriber", "=", subscriber.name)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!cursor) return "busy";
    const ahead = db
      .selectFrom("event")
      .select("place")
      .where("place", ">", cursor.place)
      .orderBy("place")
      .limit(most);
    const { count, until } = await db
      .selectFrom(ahead.as("ahead"))
      .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("place").as("until")])
      .executeTakeFirstOrThrow();
    if (until === null) return "end";
    if ("handleAll" in subscriber) await subscriber.handleAll(db, subscriber.kinds, cursor.place, until);
    else
      for (const event of await listPlaced(db, subscriber.kinds, cursor.place, until))
        await handle(context, db, subscriber, event);
    await db
      .updateTable("event_cursor")
      .set({ place: until })
      .where("subscriber", "=", subscriber.name)
      .execute();
    return Number(count) === most ? "more" : "end";
  });
}

async function listPlaced(
  db: Kysely<Database>,
  kinds: readonly EventKind[],
  after: number,
  until: number,
): Promise<PlacedEvent[]> {
  const rows = await db
    .selectFrom("event")
    .select(["company_id as companyId", "kind", "subject_id as subject", "facts", "place"])
    .where("place", ">", after)
    .where("place", "<=", until)
    .where("kind", "in", kinds)
    .orderBy("place")
    .execute();
  return rows as PlacedEvent[];
}

/** An event that a subscriber cannot handle is logged and skipped, so that later ones do not wait. */
async function handle(
  context: Needs,
  db: Kysely<Database>,
  subscriber: Extract<ByCursor, { handle: unknown }>,
  event: PlacedEvent,
) {
  await sql`savepoint handled`.execute(db);
  try {
    await subscriber.handle(db, event);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await sql`rollback to savepoint handled`.execute(db);
    const { place, kind } = event;
    context.log.error({ err: error, subscriber: subscriber.name, place, kind }, "An event was skipped");
  }
  await sql`release savepoint handled`.execute(db);
}
