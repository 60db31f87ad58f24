/**
 * What may be done only so often. Counted in the database, so that neither a second process nor a restart gives new
 * turns; nobody is kept by name.
 */
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/schema.ts";

export type Allowance = { what: string; most: number; perMilliseconds: number };

/** Takes one turn. Answers how many milliseconds to wait when there are none left, else 0. */
export async function takeTurn(
  db: Kysely<Database>,
  now: Date,
  who: string,
  allowed: Allowance,
): Promise<number> {
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
  return count > allowed.most ? until_on.getTime() - now.getTime() : 0;
}

/** For what turns out not to count. */
export async function giveTurnBack(db: Kysely<Database>, who: string, allowed: Allowance): Promise<void> {
  await db
    .updateTable("rate_count")
    .set({ count: sql`greatest(count - 1, 0)` })
    .where("key", "=", keyOf(who, allowed))
    .execute();
}

const keyOf = (who: string, { what }: Allowance) => createHash("sha256").update(`${what}\0${who}`).digest();
