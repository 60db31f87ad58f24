/**
 * Rate limits, counted in the database so that they hold across processes and restarts. Subjects are stored as hashes.
 */
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/schema.ts";

export type RateLimit = { what: string; most: number; perMilliseconds: number };

/** Thrown to roll back a unit of work when the limit is reached. */
export class RateLimitReached extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super("Rate limit reached");
    this.milliseconds = milliseconds;
  }
}

/** Consumes one use. Returns the milliseconds to wait when the limit is reached, else 0. */
export async function consume(
  db: Kysely<Database>,
  now: Date,
  who: string,
  allowed: RateLimit,
): Promise<number> {
  const { count, until } = await countUse(db, now, who, allowed);
  return count > allowed.most ? until.getTime() - now.getTime() : 0;
}

/** Consumes one use. Returns the uses in this period, and when the period ends. */
export async function countUse(
  db: Kysely<Database>,
  now: Date,
  who: string,
  allowed: RateLimit,
): Promise<{ count: number; until: Date }> {
  const key = keyOf(who, allowed);
  const until = new Date(now.getTime() + allowed.perMilliseconds);
  const { count, until_on } = await db
    .insertInto("rate_count")
    .values({ key, count: 1, until_on: until })
    .onConflict((on) =>
      on.column("key").doUpdateSet({
        count: sql`case when rate_count.until_on <= ${now} then 1 else rate_count.count + 1 end`,
        until_on: sql`case when rate_count.until_on <= ${now} then excluded.until_on else rate_count.until_on end`,
      }),
    )
    .returning(["count", "until_on"])
    .executeTakeFirstOrThrow();
  return { count, until: until_on };
}

/** Returns one use. */
export async function refund(db: Kysely<Database>, who: string, allowed: RateLimit): Promise<void> {
  await db
    .updateTable("rate_count")
    .set({ count: sql`greatest(count - 1, 0)` })
    .where("key", "=", keyOf(who, allowed))
    .execute();
}

export async function resetLimit(db: Kysely<Database>, who: string, allowed: RateLimit): Promise<void> {
  await db.deleteFrom("rate_count").where("key", "=", keyOf(who, allowed)).execute();
}

const keyOf = (who: string, { what }: RateLimit) => createHash("sha256").update(`${what}\0${who}`).digest();
