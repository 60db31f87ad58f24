/**
 * Issued for a right code: for a quarter of an hour, the browser that holds the token may do one thing for one address.
 */
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { Kysely } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { hashOf, newToken } from "../session/session.ts";
import { accountKey, type Purpose } from "./codes.ts";

export type Grant = { purpose: Purpose; email: string };

/** The only account for which a grant is valid, where an administrator sent it. */
export type GrantedTo = { companyId: string; agentId: string } | null;

/** Returns the token; only its hash is stored. */
export async function issueGrant(
  db: Kysely<Database>,
  { purpose, email }: Grant,
  now: Date,
  { to = null, lives = signInLimits.grantLives }: { to?: GrantedTo; lives?: number } = {},
): Promise<string> {
  const token = newToken();
  await db
    .insertInto("mail_grant")
    .values({
      token_hash: hashOf(token),
      purpose,
      account: accountKey(email),
      expires_on: new Date(now.getTime() + lives),
      company_id: to?.companyId ?? null,
      agent_id: to?.agentId ?? null,
    })
    .execute();
  return token;
}

/** Consumes the grant, even if the call fails afterwards. False when there is none. */
export async function consumeGrant(
  context: Context,
  { purpose, email }: Grant,
  token: string | undefined,
): Promise<{ to: GrantedTo } | false> {
  if (!token) return false;
  const [used] = await acrossCompanies(context, (db) =>
    db
      .deleteFrom("mail_grant")
      .where("token_hash", "=", hashOf(token))
      .where("purpose", "=", purpose)
      .where("account", "=", accountKey(email))
      .where("expires_on", ">", context.clock())
      .returning(["company_id", "agent_id"])
      .execute(),
  );
  if (!used) return false;
  const { company_id: companyId, agent_id: agentId } = used;
  return { to: companyId && agentId ? { companyId, agentId } : null };
}

/** Milliseconds after its expiry in which a code is reported as expired; later it is unknown. */
const toldFor = 3_600_000;

export async function removeOldCodes(context: Context): Promise<void> {
  const now = context.clock();
  await acrossCompanies(context, async (db) => {
    const old = new Date(now.getTime() - toldFor);
    await db.deleteFrom("mail_code").where("expires_on", "<=", old).execute();
    await db.deleteFrom("mail_grant").where("expires_on", "<=", now).execute();
    await db.deleteFrom("rate_count").where("until_on", "<=", now).execute();
  });
}
