/**
 * What may be done only so often. Counted in the database, so that neither a second process nor a restart gives new
 * turns; nobody is kept by name.
 */
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/schema.ts";

export type Allowance = { what: string; most: number; perMilliseconds: number };

/** Thrown where nothing of a unit of work is to be kept when there is no turn left. */
export class NoTurnLeft extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super("No turn is left for now");
    this.milliseconds = milliseconds;
  }
}

/** Takes one turn. Answers how many milliseconds to wait when there are none left, else 0. */
export async function takeTurn(
  db: Kysely<Database>,
  now: Date,
  who: string,
  allowed: Allowance,
): Promise<number> {
  const { count, until } = await countTurn(db, now, who, allowed);
  return count > allowed.most ? until.getTime() - now.getTime() : 0;
}

/** Takes one turn. Answers how many were taken with it, and when counting begins anew. */
export async function countTurn(
  db: Kysely<Database>,
  now: Date,
  who: string,
  allowed: Allowance,
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

/** For what turns out not to count. */
export async function giveTurnBack(db: Kysely<Database>, who: string, allowed: Allowance): Promise<void> {
  await db
    .updateTable("rate_count")
    .set({ count: sql`greatest(count - 1, 0)` })
    .where("key", "=", keyOf(who, allowed))
    .execute();
}

export async function forgetTurns(db: Kysely<Database>, who: string, allowed: Allowance): Promise<void> {
  await db.deleteFrom("rate_count").where("key", "=", keyOf(who, allowed)).execute();
}

const keyOf = (who: string, { what }: Allowance) => createHash("sha256").update(`${what}\0${who}`).digest();
