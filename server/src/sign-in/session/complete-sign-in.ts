import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompanyAs, type Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { viewAgentRow } from "../../people/agents/rows.ts";
import { recordSignIn } from "./history.ts";
import { type Device, rememberDevice } from "./known-device.ts";
import { endSessions, findSession, hashOfKey, startSession } from "./session.ts";

export type Browser = {
  userAgent: string;
  address: string;
  previousToken: string | undefined;
  device: Device;
};

/**
 * Completes a sign-in: records the time, remembers the device and starts a session. Null when the account was
 * disabled or its password changed since it was read.
 */
export async function completeSignIn(
  scope: Scope<AgentActor>,
  browser: Browser,
  passwordHash: string,
): Promise<string | null> {
  const current = await scope.db
    .updateTable("agent")
    .set({ last_logged_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .where("password_hash", "=", passwordHash)
    .where("disabled_on", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!current) return null;
  const row = await viewAgentRow(scope, scope.actor.id);
  const { id, name } = scope.actor;
  await record(scope, { kind: "user_login", subject: id, name, facts: {}, inHand: { row } });
  await recordSignIn(scope, scope.actor.id, "signed_in", browser);
  await rememberDevice(scope, scope.actor.id, browser.device);
  return startSession(scope, browser);
}

/** A browser has one session: a new sign-in ends the previous one. */
export async function endPreviousSession(context: Context, token: string | undefined): Promise<void> {
  const previous = await findSession(context, token);
  if (!previous) return;
  await inCompanyAs(context, previous.actor, (scope) =>
    endSessions(context, scope, { tokenHash: hashOfKey(previous.key) }),
  );
}
