import { texts } from "@parley/contract/texts";
import type { TwoStepProof } from "@parley/contract/two-step";
import type { Context } from "../context.ts";
import type { Caller } from "../database/caller.ts";
import { checkRights, inCompany } from "../database/scope.ts";
import { invalid, Refusal } from "../http/errors.ts";
import { forgetTries, takeTry } from "./attempts.ts";
import { isPassword } from "./password.ts";
import { secondStepsOf } from "./second-step.ts";
import { findById } from "./sign-in-account.ts";
import { takeCode } from "./take-code.ts";
import { wrongCode } from "./two-step.ts";

/**
 * That it is really the agent who sits at this browser: by their password or, where that is empty, by a code. Throws
 * when it is wrong; answers how many milliseconds to wait when there are no tries left, else 0.
 */
export async function checkProof(context: Context, caller: Caller, proof: TwoStepProof): Promise<number> {
  if (proof.password) return checkPassword(context, caller, proof.password);
  if (!proof.code.trim()) throw invalid(texts.fillAllFields);
  const counted = secondStepsOf(caller.id);
  await checkRights(context, caller);
  const milliseconds = await takeTry(context, counted);
  if (milliseconds > 0) return milliseconds;
  if (!(await inCompany(context, caller, (scope) => takeCode(context, scope, proof.code)))) throw wrongCode();
  await forgetTries(context, counted);
  return 0;
}

/** Counted with the tries to sign in: a forgotten screen is no place to guess at leisure. */
export async function checkPassword(context: Context, caller: Caller, password: string): Promise<number> {
  await checkRights(context, caller);
  const account = await findById(context, caller.companyId, caller.id);
  const email = account?.email ?? "";
  const milliseconds = await takeTry(context, email);
  if (milliseconds > 0) return milliseconds;
  if (!(await isPassword(password, account?.password_hash)))
    throw new Refusal(403, "wrong_password", texts.passwordWrong);
  await forgetTries(context, email);
  return 0;
}
