import type { TwoStepProof } from "@parley/contract/two-step";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { checkRights, inCompany } from "../../floor/database/scope.ts";
import { invalid, Refusal } from "../../floor/errors/errors.ts";
import { isPassword } from "../../people/passwords/password.ts";
import { consumeTry, passwordOf, resetFailures, session, twoStepOf } from "../session/attempts.ts";
import { findById } from "../session/sign-in-account.ts";
import { wrongCode } from "./two-step.ts";
import { consumeTwoStepCode } from "./two-step-code.ts";

/**
 * Verifies the agent's identity by their password or, where that is empty, by a code. Throws when it is wrong;
 * returns the milliseconds to wait when no tries are left, else 0.
 */
export async function checkProof(context: Context, caller: Caller, proof: TwoStepProof): Promise<number> {
  if (proof.password) return checkPassword(context, caller, proof.password);
  if (!proof.code.trim()) throw invalid("fill_all_fields");
  const target = twoStepOf(caller.id);
  await checkRights(context, caller);
  const milliseconds = await consumeTry(context, target, session);
  if (milliseconds > 0) return milliseconds;
  if (!(await inCompany(context, caller, (scope) => consumeTwoStepCode(context, scope, proof.code))))
    throw wrongCode();
  await resetFailures(context, target, session);
  return 0;
}

/** Tries are counted over all the agent's sessions, separately from sign-ins, whose tries strangers can use up. */
export async function checkPassword(context: Context, caller: Caller, password: string): Promise<number> {
  await checkRights(context, caller);
  const account = await findById(context, caller.companyId, caller.id);
  const target = passwordOf(account?.email ?? "");
  const milliseconds = await consumeTry(context, target, session);
  if (milliseconds > 0) return milliseconds;
  if (!(await isPassword(password, account?.password_hash)))
    throw new Refusal(403, "wrong_password", "password_wrong");
  await resetFailures(context, target, session);
  return 0;
}
