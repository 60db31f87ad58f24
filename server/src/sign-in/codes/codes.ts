/**
 * A mailed six-digit code proves control of an address. One code exists per address, purpose and browser, so that none
 * replaces or consumes another's. A hash of the address and a keyed hash of the code are stored.
 */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { limits } from "@parley/contract/limits";
import { signInLimits } from "@parley/contract/sign-in-limits";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { hashOf } from "../session/session.ts";

export type Purpose = "registration" | "password_reset";

/** The subject of a code: the address as typed, and the browser's token. */
export type Asking = { purpose: Purpose; email: string; browser: string };

/** For `address` the agent's id precedes the address, instead of the browser's token. */
type AnyAsking = Omit<Asking, "purpose"> & { purpose: Purpose | "address" };

export type Issued =
  | { outcome: "issued"; code: string; until: Date }
  /** `own`: this browser has a code that it may use. */
  | { outcome: "wait"; milliseconds: number; own: boolean };

export type Verified = "right" | "wrong" | "expired" | "unknown" | "too many tries";

/** Typed addresses are not stored readable. */
export const accountKey = (email: string): Buffer =>
  createHash("sha256").update(email.trim().toLowerCase()).digest();

/** Replaces the browser's previous code, at most once a minute. */
export async function issueCode(
  context: Pick<Context, "secrets">,
  db: Kysely<Database>,
  { purpose, email, browser }: AnyAsking,
  now: Date,
): Promise<Issued> {
  const code = randomInt(10 ** limits.codeLength)
    .toString()
    .padStart(limits.codeLength, "0");
  const account = accountKey(email);
  const until = new Date(now.getTime() + signInLimits.codeLives);
  const key = { purpose, account, browser: hashOf(browser) };
  const fresh = {
    code_hash: hashOfCode(context, purpose, account, code),
    tries: 0,
    sent_on: now,
    expires_on: until,
  };
  const issued = await db
    .insertInto("mail_code")
    .values({ ...key, ...fresh })
    .onConflict((on) =>
      on
        .columns(["purpose", "account", "browser"])
        .doUpdateSet(fresh)
        .where("mail_code.sent_on", "<=", new Date(now.getTime() - limits.codeAgainAfter)),
    )
    .returning("account")
    .executeTakeFirst();
  if (issued) return { outcome: "issued", code, until };
  const before = await find(db, key).executeTakeFirstOrThrow();
  return {
    outcome: "wait",
    milliseconds: before.sent_on.getTime() + limits.codeAgainAfter - now.getTime(),
    own: before.tries < signInLimits.codeTries,
  };
}

/** Consumes a right code. Another browser's code is treated as unknown, and costs it no try. */
export async function consumeCode(
  context: Pick<Context, "secrets">,
  db: Kysely<Database>,
  { purpose, email, browser }: AnyAsking,
  given: string,
  now: Date,
): Promise<Verified> {
  const account = accountKey(email);
  const key = { purpose, account, browser: hashOf(browser) };
  const kept = await find(db, key).forUpdate().executeTakeFirst();
  if (!kept) return "unknown";
  if (kept.expires_on <= now) return "expired";
  if (kept.tries >= signInLimits.codeTries) return "too many tries";
  if (timingSafeEqual(kept.code_hash, hashOfCode(context, purpose, account, given.trim()))) {
    await db.deleteFrom("mail_code").where(matching(key)).execute();
    return "right";
  }
  await db.updateTable("mail_code").set({ tries: sql`tries + 1` }).where(matching(key)).execute();
  return kept.tries + 1 >= signInLimits.codeTries ? "too many tries" : "wrong";
}

type Key = { purpose: AnyAsking["purpose"]; account: Buffer; browser: Buffer };

const matching = (key: Key) => (eb: ExpressionBuilder<Database, "mail_code">) => eb.and(key);

const find = (db: Kysely<Database>, key: Key) => db.selectFrom("mail_code").selectAll().where(matching(key));

/** The hash is keyed, since a million plain hashes take a second. */
function hashOfCode(
  { secrets }: Pick<Context, "secrets">,
  purpose: AnyAsking["purpose"],
  account: Buffer,
  code: string,
) {
  return Buffer.from(secrets.sign(`mail code ${purpose} ${account.toString("hex")} ${code}`), "base64url");
}
