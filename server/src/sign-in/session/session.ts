/** Sessions: an opaque token in the browser, its SHA-256 here, 12 hours after the last use and 7 days at most. */
import { hash, randomBytes } from "node:crypto";
import type { Language, SessionEnd } from "@parley/contract/sessions";
import { signInLimits } from "@parley/contract/sign-in-limits";
import { type Selectable, sql } from "kysely";
import { type AgentActor, agentActor } from "../../floor/actors/actor.ts";
import type { Identity } from "../../floor/actors/authenticator.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentTable, SessionTable } from "../../floor/database/schema.ts";
import { acrossCompanies, type Scope } from "../../floor/database/scope.ts";
import { forgottenAfter } from "./attempts.ts";

/** The key is no buffer: a row's buffer keeps a block of 64 KB alive for as long as the session is cached. */
export type Session = Identity<AgentActor> & {
  startedOn: Date;
  lastUsedOn: Date;
  expires: Date;
  username: string;
  isPushSubscribed: boolean;
  lang: Language;
};

/** The row that `find_open_sessions` returns. */
type SessionRow = Pick<
  Selectable<AgentTable>,
  "role" | "department_id" | "username" | "lang" | "first_name" | "last_name" | "push_on"
> &
  Pick<
    Selectable<SessionTable>,
    "token_hash" | "company_id" | "agent_id" | "created_on" | "last_used_on" | "expires_on"
  > & { lacks_two_step: boolean; departments: string[] };

/**
 * Milliseconds between two extensions: often enough for a sliding end, rarely enough that reads do not become writes.
 */
const extendAfter = 60_000;
const tokenPattern = /^[\w-]{43}$/;

export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashOf = (token: string): Buffer => hash("sha256", token, "buffer");
/** The hash of a session's `key`. */
export const hashOfKey = (key: string): Buffer => Buffer.from(key, "hex");
export const isToken = (token: string | undefined): token is string => tokenPattern.test(token ?? "");

/**
 * The agent of a token, with their current role and departments; null when it is unknown, expired, or its agent is
 * disabled. Does not extend the session.
 */
export async function findSession(context: Context, token: string | undefined): Promise<Session | null> {
  if (!isToken(token)) return null;
  return (await findSessions(context, [hashOf(token)]))[0] ?? null;
}

/** The sessions of these hashes that are valid. */
export async function findSessions(context: Context, tokenHashes: Buffer[]): Promise<Session[]> {
  // Every call runs this, so it is a single statement with no transaction around it.
  const { rows } =
    await sql<SessionRow>`select * from find_open_sessions(${tokenHashes}, ${context.clock()})`.execute(
      context.database,
    );
  return rows.map((row) => ({
    key: row.token_hash.toString("hex"),
    actor: agentActor({
      companyId: row.company_id,
      id: row.agent_id,
      role: row.role,
      departmentid: row.department_id,
      departmentids: row.departments,
      name: agentName(row),
    }),
    startedOn: row.created_on,
    lastUsedOn: row.last_used_on,
    expires: row.expires_on,
    username: row.username,
    isPushSubscribed: row.push_on !== null,
    lang: row.lang,
    mustSetUpTwoStep: row.lacks_two_step,
  }));
}

/** True if a used session is to be extended, at most once a minute. */
export const isDue = (context: Context, { lastUsedOn }: Session): boolean =>
  context.clock().getTime() - lastUsedOn.getTime() >= extendAfter;

/**
 * Extends sessions. One that another unit of work has locked is skipped: its next call extends it, and the others do
 * not wait for it.
 */
export async function extendSessions(context: Context, sessions: Session[]): Promise<Session[]> {
  const now = context.clock();
  const ends = new Map(sessions.map(({ key, startedOn }) => [key, endOf(startedOn, now)]));
  const { rows } = await acrossCompanies(context, (db) =>
    sql<{ key: string }>`update session set last_used_on = ${now}, expires_on = due.ends
      from (
        select session.token_hash, one.ends
        from unnest(${[...ends.keys()]}::text[], ${[...ends.values()]}::timestamptz[]) as one (key, ends)
        join session on session.token_hash = decode(one.key, 'hex')
        for no key update of session skip locked) due
      where session.token_hash = due.token_hash returning encode(session.token_hash, 'hex') as key`.execute(
      db,
    ),
  );
  const extended = new Set(rows.map(({ key }) => key));
  return sessions.map((session) =>
    extended.has(session.key)
      ? { ...session, lastUsedOn: now, expires: ends.get(session.key) ?? session.expires }
      : session,
  );
}

/** Gives the browser a new session; only the caller ever sees the token. */
export async function startSession(scope: Scope<AgentActor>, from: { userAgent: string; address: string }) {
  const token = newToken();
  await scope.db
    .insertInto("session")
    .values({
      token_hash: hashOf(token),
      company_id: scope.companyId,
      agent_id: scope.actor.id,
      created_on: scope.now,
      last_used_on: scope.now,
      expires_on: endOf(scope.now, scope.now),
      user_agent: from.userAgent.slice(0, 400),
      address: from.address,
    })
    .execute();
  return token;
}

/**
 * Ends one session, or every session of an agent (but one) with their unfinished sign-ins and their known devices, and
 * disconnects the sockets once that is committed.
 */
export async function endSessions(
  context: Pick<Context, "live">,
  scope: Scope,
  which: { tokenHash: Buffer } | { agentId: string; except?: Buffer },
  why: SessionEnd = "ended",
): Promise<void> {
  let ending = scope.db
    .deleteFrom("session")
    .where("company_id", "=", scope.companyId)
    .returning("token_hash");
  if ("tokenHash" in which) ending = ending.where("token_hash", "=", which.tokenHash);
  else ending = ending.where("agent_id", "=", which.agentId);
  if ("except" in which && which.except) ending = ending.where("token_hash", "!=", which.except);
  if ("agentId" in which) {
    // A second step that is still open would become a session.
    await endChallenges(scope, which.agentId);
    await forgetDevices(scope, which.agentId);
  }
  const ended = (await ending.execute()).map((row) => row.token_hash);
  if (ended.length > 0) scope.afterCommit(() => context.live.endSessions(ended, why));
}

export async function endChallenges(scope: Scope, agentId: string): Promise<void> {
  await scope.db
    .deleteFrom("sign_in_challenge")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .execute();
}

async function forgetDevices(scope: Scope, agentId: string): Promise<void> {
  await scope.db
    .deleteFrom("known_device")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .execute();
}

/** Removes expired sessions, and sign-in records older than half a year. */
export async function removeExpiredSessions(context: Context): Promise<void> {
  const now = context.clock();
  await acrossCompanies(context, async (db) => {
    await db.deleteFrom("session").where("expires_on", "<=", now).execute();
    await db.deleteFrom("sign_in_challenge").where("expires_on", "<=", now).execute();
    await db.deleteFrom("known_device").where("expires_on", "<=", now).execute();
    await db
      .deleteFrom("sign_in_try")
      .where("last_on", "<", new Date(now.getTime() - forgottenAfter))
      .execute();
    await db
      .deleteFrom("sign_in")
      .where("time", "<", new Date(now.getTime() - signInLimits.signInsKept))
      .execute();
  });
}

function endOf(startedOn: Date, now: Date): Date {
  return new Date(
    Math.min(now.getTime() + signInLimits.sessionSliding, startedOn.getTime() + signInLimits.sessionAbsolute),
  );
}
