/**
 * Limits failed sign-ins. After five failures from one source each further try waits, up to a quarter of an hour; a
 * source is a device the account has signed in with, else a network. Strangers are limited in two more ways: per
 * network over all accounts, and per account over all networks. Counted in the database, so that the limits hold across
 * processes and restarts, and equally for unknown addresses, so that a wait reveals nothing.
 */
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import {
  consume,
  type RateLimit,
  RateLimitReached,
  refund,
  resetLimit,
} from "../../floor/limits/rate-limit.ts";
import { networkOf } from "../../http/network.ts";
import type { Browser } from "./complete-sign-in.ts";

const freeTries = 5;
const firstWait = 30_000;
const longestWait = 15 * 60_000;
export const forgottenAfter = 3_600_000;

/** The account whose tries are counted, and the limit of all strangers together. */
export type Target = { account: string; perAccount: RateLimit };

/** The source of a try. The account's `own` sources share no limit with strangers. */
export type Source = { own: boolean; name: string };

/**
 * Failures of twenty networks. With passwords that meet the rules, 2 400 guesses a day find nothing, and a botnet only
 * makes new devices wait.
 */
const passwords = { what: "failed sign-ins to an account", most: 100, perMilliseconds: 3_600_000 };

/** A lower limit, since three of a million codes are right at a time: twenty an hour find one in nearly two years. */
const twoSteps = { what: "failed second steps of an account", most: 20, perMilliseconds: 3_600_000 };

/** The limit over all accounts. Successes do not count: a whole office signs in from one address at nine. */
const perNetwork = { what: "failed sign-ins", most: 20, perMilliseconds: 60_000 };

export const passwordOf = (email: string): Target => ({ account: email, perAccount: passwords });

/** The limit over all challenges, separate from passwords. */
export const twoStepOf = (agentId: string): Target => ({
  account: `second step of ${agentId}`,
  perAccount: twoSteps,
});

/** Signed-in sessions are limited too: an unattended screen must not allow guessing. */
export const session: Source = { own: true, name: "session" };

export function sourceOf({ device, address }: Browser, account: { email: string } | { id: string }): Source {
  const known = device.accounts.some((one) =>
    "id" in account ? one.id === account.id : one.email.toLowerCase() === account.email.trim().toLowerCase(),
  );
  return known
    ? { own: true, name: `device ${device.token}` }
    : { own: false, name: `network ${networkOf(address)}` };
}

const waitAfter = (failures: number) =>
  failures < freeTries ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - freeTries));

/**
 * Counts a try before its outcome is known, so that concurrent tries are counted too. Returns the milliseconds to wait
 * when the limit is reached, else 0.
 */
export async function consumeTry(context: Context, target: Target, source: Source): Promise<number> {
  try {
    await acrossCompanies(context, async (db) => {
      await consumeOwn(db, context.clock(), target, source);
      for (const [who, allowed] of strangersLimits(target, source)) {
        const milliseconds = await consume(db, context.clock(), who, allowed);
        if (milliseconds > 0) throw new RateLimitReached(milliseconds);
      }
    });
    return 0;
  } catch (error) {
    if (error instanceof RateLimitReached) return error.milliseconds;
    throw error;
  }
}

async function consumeOwn(db: Kysely<Database>, now: Date, target: Target, source: Source): Promise<void> {
  const key = keyOf(target, source);
  // The no-op update locks the row.
  const { failures: counted, last_on } = await db
    .insertInto("sign_in_try")
    .values({ ...key, failures: 0, last_on: now })
    .onConflict((on) =>
      on.columns(["account", "source"]).doUpdateSet({ failures: sql`sign_in_try.failures` }),
    )
    .returning(["failures", "last_on"])
    .executeTakeFirstOrThrow();
  const since = now.getTime() - last_on.getTime();
  const failures = since > forgottenAfter ? 0 : counted;
  const wait = waitAfter(failures) - since;
  if (failures >= freeTries && wait > 0) throw new RateLimitReached(wait);
  await db
    .updateTable("sign_in_try")
    .set({ failures: failures + 1, last_on: now })
    .where("account", "=", key.account)
    .where("source", "=", key.source)
    .execute();
}

/** Called after a success: resets the source and refunds the strangers' limits. */
export async function resetFailures(context: Context, target: Target, source: Source): Promise<void> {
  const key = keyOf(target, source);
  await acrossCompanies(context, async (db) => {
    await db
      .deleteFrom("sign_in_try")
      .where("account", "=", key.account)
      .where("source", "=", key.source)
      .execute();
    for (const [who, allowed] of strangersLimits(target, source)) await refund(db, who, allowed);
  });
}

/** Called after a new password: resets the address for all sources. */
export async function resetTries(context: Context, email: string): Promise<void> {
  const { account, perAccount } = passwordOf(email);
  await acrossCompanies(context, async (db) => {
    await db.deleteFrom("sign_in_try").where("account", "=", keyOfTries(account)).execute();
    await resetLimit(db, keyOfTries(account).toString("hex"), perAccount);
  });
}

const strangersLimits = ({ account, perAccount }: Target, { own, name }: Source): [string, RateLimit][] =>
  own
    ? []
    : [
        [name, perNetwork],
        [keyOfTries(account).toString("hex"), perAccount],
      ];

const keyOf = ({ account }: Target, { name }: Source) => ({
  account: keyOfTries(account),
  source: createHash("sha256").update(name).digest(),
});

/** Typed addresses are stored only as hashes. */
export const keyOfTries = (text: string) => createHash("sha256").update(text.trim().toLowerCase()).digest();
