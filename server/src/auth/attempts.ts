/**
 * How often an account may be tried: after five failures each further try waits, up to a quarter of an hour. Kept in
 * the database, so that neither a second process nor a restart gives new tries, and kept alike for addresses that no
 * account has, so that waiting tells nothing.
 */
import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";

const freeTries = 5;
const firstWait = 30_000;
const longestWait = 15 * 60_000;
const forgottenAfter = 3_600_000;

const waitAfter = (failures: number) =>
  failures < freeTries ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - freeTries));

/**
 * Counts a try before its outcome is known, so that many at once are counted too. Answers how many milliseconds to
 * wait when there are none left, else 0.
 */
export async function takeTry(context: Context, email: string): Promise<number> {
  const now = context.clock();
  return acrossCompanies(context, async (db) => {
    const account = keyOfTries(email);
    await db
      .insertInto("sign_in_try")
      .values({ account, failures: 0, last_on: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const tries = await db
      .selectFrom("sign_in_try")
      .select(["failures", "last_on"])
      .where("account", "=", account)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const since = now.getTime() - tries.last_on.getTime();
    const failures = since > forgottenAfter ? 0 : tries.failures;
    const wait = waitAfter(failures) - since;
    if (failures >= freeTries && wait > 0) return wait;
    await db
      .updateTable("sign_in_try")
      .set({ failures: failures + 1, last_on: now })
      .where("account", "=", account)
      .execute();
    return 0;
  });
}

/** After a success the account starts afresh. What is long forgotten is cleared away with it. */
export async function forgetTries(context: Context, email: string): Promise<void> {
  const old = new Date(context.clock().getTime() - forgottenAfter);
  await acrossCompanies(context, (db) =>
    db
      .deleteFrom("sign_in_try")
      .where((eb) => eb.or([eb("account", "=", keyOfTries(email)), eb("last_on", "<", old)]))
      .execute(),
  );
}

/** Addresses people typed are not kept readable. */
export const keyOfTries = (email: string) => createHash("sha256").update(email.trim().toLowerCase()).digest();
