import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompanyAs } from "../../floor/database/scope.ts";
import { consumeTry, resetFailures, sourceOf, twoStepOf } from "../session/attempts.ts";
import { consumeChallengeTry, endChallenge, findChallenge } from "../session/challenge.ts";
import { type Browser, completeSignIn, endPreviousSession } from "../session/complete-sign-in.ts";
import { recordSignIn } from "../session/history.ts";
import { reportSignIn } from "../session/report.ts";
import { actorOf, findById, type SignedIn, viewSignedIn } from "../session/sign-in-account.ts";
import { countStrangerFailure } from "../session/warn-owner.ts";
import { consumeTwoStepCode } from "./two-step-code.ts";

export type TwoStepResult =
  | SignedIn
  | { outcome: "refused" }
  /** The code was wrong, and it was the last try. */
  | { outcome: "spent" }
  /** The challenge does not exist (any more): the password is asked for again. */
  | { outcome: "over" }
  | { outcome: "wait"; milliseconds: number };

/** Checks a code for a challenge. A right one is consumed, and the challenge with it. */
export async function verifyTwoStep(
  context: Context,
  token: string | undefined,
  code: string,
  browser: Browser,
): Promise<TwoStepResult> {
  const challenge = await findChallenge(context, token, "second_step");
  if (!challenge) return { outcome: "over" };
  const target = twoStepOf(challenge.agentId);
  const source = sourceOf(browser, { id: challenge.agentId });
  const milliseconds = await consumeTry(context, target, source);
  if (milliseconds > 0) {
    reportSignIn(context, "waits", { id: challenge.agentId, browser });
    return { outcome: "wait", milliseconds };
  }
  if (!(await consumeChallengeTry(context, challenge))) return { outcome: "over" };

  const account = await findById(context, challenge.companyId, challenge.agentId);
  if (!account || account.disabled_on) return { outcome: "over" };
  const entered = await inCompanyAs(context, actorOf(account), async (scope) => {
    if (!(await consumeTwoStepCode(context, scope, code))) {
      await recordSignIn(scope, account.id, "wrong_code", browser);
      return "wrong";
    }
    if (!(await endChallenge(scope, challenge))) return "over";
    const given = await completeSignIn(scope, browser, account.password_hash);
    return given === null ? "over" : { token: given };
  });
  if (entered === "over") return { outcome: "over" };
  if (entered === "wrong") {
    reportSignIn(context, "wrong_code", { id: account.id, browser });
    if (!source.own) {
      await acrossCompanies(context, (db) => countStrangerFailure(context, db, account.email, browser));
    }
    return { outcome: (await findChallenge(context, token, "second_step")) ? "refused" : "spent" };
  }
  await resetFailures(context, target, source);
  await endPreviousSession(context, browser.previousToken);
  return viewSignedIn(account, entered.token);
}
