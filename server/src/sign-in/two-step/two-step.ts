/** An agent's second step: set up with an app, switched on by its first code, switched off again. */
import type { TwoStepSecret, TwoStepState } from "@parley/contract/two-step";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, Refusal } from "../../floor/errors/errors.ts";
import { queueNotice } from "../../mail/notice.ts";
import { viewProfile } from "../address/profile.ts";
import { endChallenges } from "../session/session.ts";
import { countRecoveryCodes, removeRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.ts";
import { newSecret, stepOf, uriOf } from "./totp.ts";

type Secrets = Pick<Context, "secrets">;

export const wrongCode = () => new Refusal(403, "wrong_code", "code_invalid");

export async function viewTwoStep(scope: Scope<AgentActor>): Promise<TwoStepState> {
  const { two_step_required_on: required } = await scope.db
    .selectFrom("company")
    .select("two_step_required_on")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  const own = await findOwn(scope);
  return {
    since: own?.confirmed_on?.toISOString() ?? null,
    recoveryCodesLeft: own?.confirmed_on ? await countRecoveryCodes(scope, scope.actor.id) : 0,
    required: required !== null,
  };
}

/**
 * Starts with a new secret, which has no effect until one of its codes was given. 409 when there is a second step
 * already.
 */
export async function startTwoStep({ secrets }: Secrets, scope: Scope<AgentActor>): Promise<TwoStepSecret> {
  const secret = newSecret();
  const fresh = { sealed: secrets.seal(secret), created_on: scope.now };
  const started = await scope.db
    .insertInto("two_step")
    .values({ company_id: scope.companyId, agent_id: scope.actor.id, ...fresh })
    .onConflict((on) =>
      on.columns(["company_id", "agent_id"]).doUpdateSet(fresh).where("two_step.confirmed_on", "is", null),
    )
    .returning("created_on")
    .executeTakeFirst();
  if (!started) throw alreadyOn();
  const { companyName, email } = await viewProfile(scope);
  return { secret, uri: uriOf(secret, { companyName, email }) };
}

/**
 * Turns it on with the first code of the app, and notifies the agent by mail: an unattended screen must not lock them
 * out unnoticed. Returns the recovery codes, which cannot be read again.
 */
export async function confirmTwoStep(
  context: Secrets,
  scope: Scope<AgentActor>,
  code: string,
): Promise<string[]> {
  const own = await findOwn(scope);
  if (own?.confirmed_on) throw alreadyOn();
  const step = own ? stepOf(context.secrets.open(own.sealed), code.replace(/\s/g, ""), scope.now) : null;
  if (step === null) throw wrongCode();
  await scope.db
    .updateTable("two_step")
    .set({ confirmed_on: scope.now, last_step: step })
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .execute();
  const { email } = await viewProfile(scope);
  await queueNotice(context, scope, email, { kind: "twoStepOn" });
  return renewRecoveryCodes(scope, scope.actor.id);
}

/** Turns it off, voids the recovery codes and notifies the agent by mail. */
export async function removeTwoStep(
  context: Secrets,
  scope: Scope,
  agent: { id: string; email: string },
): Promise<void> {
  const removed = await scope.db
    .deleteFrom("two_step")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agent.id)
    .returning("confirmed_on")
    .executeTakeFirst();
  await removeRecoveryCodes(scope, agent.id);
  await endChallenges(scope, agent.id);
  if (removed?.confirmed_on) await queueNotice(context, scope, agent.email, { kind: "twoStepOff" });
}

/** Makes new recovery codes; the previous ones are void. 409 where there is no second step. */
export async function changeRecoveryCodes(scope: Scope<AgentActor>): Promise<string[]> {
  if (!(await findOwn(scope))?.confirmed_on) {
    throw conflict("conflict", "two_step_missing");
  }
  return renewRecoveryCodes(scope, scope.actor.id);
}

/** The row is locked, so that two confirmations do not both issue codes. */
function findOwn(scope: Scope<AgentActor>) {
  return scope.db
    .selectFrom("two_step")
    .select(["sealed", "confirmed_on"])
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .forUpdate()
    .executeTakeFirst();
}

const alreadyOn = () => conflict("conflict", "two_step_on");
