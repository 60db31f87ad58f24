/** Restores access for an agent who cannot sign in. */
import { randomInt } from "node:crypto";
import { unmetRules } from "@parley/contract/passwords";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { Refusal, textReason } from "../../floor/errors/errors.ts";
import { findAccount } from "../../mail/account.ts";
import { queueNotice } from "../../mail/notice.ts";
import { hashPassword } from "../../people/passwords/password.ts";
import { resetTries } from "../../sign-in/session/attempts.ts";
import { endSessions } from "../../sign-in/session/session.ts";
import { removeTwoStep } from "../../sign-in/two-step/two-step.ts";

/**
 * Ends every session of the agent and notifies them by mail. Returns a generated password, never a given one. 404 for
 * an unknown address, 409 for a disabled account.
 */
export async function resetPasswordOf(
  context: Context,
  given: { email: string; password?: string | undefined },
) {
  const password = given.password ?? makePassword();
  const passwordHash = await hashPassword(password);
  const changed = await inAccountOf(context, given.email, async (scope, { id, email }) => {
    await scope.db
      .updateTable("agent")
      .set({ password_hash: passwordHash })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .execute();
    await endSessions(context, scope, { agentId: id });
    await queueNotice(context, scope, email, { kind: "passwordChanged" });
    return { userid: id, email };
  });
  await resetTries(context, changed.email);
  return { ...changed, ...(given.password === undefined && { password }) };
}

/** Removes the agent's second step, ends every session and notifies them by mail. */
export function resetTwoStepOf(context: Context, given: { email: string }) {
  return inAccountOf(context, given.email, async (scope, { id, email }) => {
    await removeTwoStep(context, scope, { id, email });
    await endSessions(context, scope, { agentId: id });
    return { userid: id, email };
  });
}

type Found = { id: string; email: string };

async function inAccountOf<Answer>(
  context: Context,
  email: string,
  work: (scope: Scope, account: Found) => Promise<Answer>,
): Promise<Answer> {
  const account = await findAccount(context, email);
  if (!account)
    throw new Refusal(404, "not_found", textReason(`There is no account with the address ${email}.`));
  if (account.disabled_on) {
    throw new Refusal(
      409,
      "conflict",
      textReason(`${email} is disabled. An administrator can enable the account again.`),
    );
  }
  const actor = { kind: "desk", companyId: account.company_id } as const;
  return inCompany(context, actor, (scope) => work(scope, account));
}

/** Letters that look alike are left out; 20 of 52 are 114 bits. The password meets the rules of a chosen one. */
function makePassword(): string {
  const alphabet = "23456789abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZ";
  const letters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join("");
  const password = letters.replace(/(.{5})(?=.)/g, "$1-");
  return unmetRules(password).length === 0 ? password : makePassword();
}
