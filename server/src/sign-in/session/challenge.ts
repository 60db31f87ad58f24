/** The state between the right password and the next step: a cookie of this browser, five minutes, five tries. */
import { signInLimits } from "@parley/contract/sign-in-limits";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type Scope } from "../../floor/database/scope.ts";
import { hashOf, newToken } from "./session.ts";

/** The next step: the code of an app, or the code mailed to an unconfirmed address. */
export type Step = "second_step" | "address";

export type Challenge = { companyId: string; agentId: string; tokenHash: Buffer };

const tokenPattern = /^[\w-]{43}$/;

/** The token for the browser's cookie; only its SHA-256 is stored. */
export async function startChallenge(
  context: Context,
  account: { company_id: string; id: string },
  step: Step,
): Promise<string> {
  const token = newToken();
  await acrossCompanies(context, (db) =>
    db
      .insertInto("sign_in_challenge")
      .values({
        token_hash: hashOf(token),
        company_id: account.company_id,
        agent_id: account.id,
        step,
        expires_on: new Date(context.clock().getTime() + signInLimits.challengeLives),
      })
      .execute(),
  );
  return token;
}

/** Null when it is unknown, leads to another step, has expired or has no tries left. */
export async function findChallenge(
  context: Context,
  token: string | undefined,
  step: Step,
): Promise<Challenge | null> {
  if (!token || !tokenPattern.test(token)) return null;
  const tokenHash = hashOf(token);
  const row = await acrossCompanies(context, (db) =>
    db
      .selectFrom("sign_in_challenge")
      .select(["company_id", "agent_id"])
      .where("token_hash", "=", tokenHash)
      .where("step", "=", step)
      .where("expires_on", ">", context.clock())
      .where("tries", "<", signInLimits.challengeTries)
      .executeTakeFirst(),
  );
  return row ? { companyId: row.company_id, agentId: row.agent_id, tokenHash } : null;
}

/**
 * Consumes a try before its outcome is known, so that concurrent tries are counted too. False when there is none left.
 */
export async function consumeChallengeTry(context: Context, { tokenHash }: Challenge): Promise<boolean> {
  const consumed = await acrossCompanies(context, (db) =>
    db
      .updateTable("sign_in_challenge")
      .set({ tries: sql`tries + 1` })
      .where("token_hash", "=", tokenHash)
      .where("tries", "<", signInLimits.challengeTries)
      .returning("tries")
      .executeTakeFirst(),
  );
  return consumed !== undefined;
}

/** False when another call ended it first: a challenge is valid for one sign-in. */
export async function endChallenge(scope: Scope, { tokenHash }: Challenge): Promise<boolean> {
  const ended = await scope.db
    .deleteFrom("sign_in_challenge")
    .where("company_id", "=", scope.companyId)
    .where("token_hash", "=", tokenHash)
    .returning("token_hash")
    .executeTakeFirst();
  return ended !== undefined;
}
