import type { Context } from "../floor/context.ts";
import { inCompanyAs } from "../floor/database/scope.ts";
import { record } from "../floor/ledger/record.ts";
import { lockAgent } from "../people/agents/access.ts";
import { askForAddress } from "./address/address-step.ts";
import { consumeTry, passwordOf, resetFailures, sourceOf } from "./session/attempts.ts";
import { startChallenge } from "./session/challenge.ts";
import { type Browser, completeSignIn, endPreviousSession } from "./session/complete-sign-in.ts";
import { recordRefusal } from "./session/history.ts";
import { reportSignIn } from "./session/report.ts";
import { endSessions, findSession, hashOfKey } from "./session/session.ts";
import { actorOf, findByPassword, type SignedIn, viewSignedIn } from "./session/sign-in-account.ts";

export type SignIn =
  | SignedIn
  | { outcome: "confirmAddress"; challenge: string }
  | { outcome: "secondStep"; challenge: string }
  | { outcome: "refused" }
  | { outcome: "wait"; milliseconds: number };

/** Wrong, unknown and disabled are refused alike, after the same work. */
export async function signIn(
  context: Context,
  given: { email: string; password: string },
  browser: Browser,
): Promise<SignIn> {
  const target = passwordOf(given.email);
  const source = sourceOf(browser, given);
  const milliseconds = await consumeTry(context, target, source);
  if (milliseconds > 0) {
    reportSignIn(context, "waits", { email: given.email, browser });
    return { outcome: "wait", milliseconds };
  }
  const account = await findByPassword(context, given);
  if (!account) {
    const { id, outcome } = await recordRefusal(context, given.email, browser, source);
    reportSignIn(context, outcome, { id, email: given.email, browser });
    return { outcome: "refused" };
  }
  await resetFailures(context, target, source);
  const asked = await askForAddress(context, account);
  if (asked) return { outcome: "confirmAddress", challenge: asked };
  if (account.two_step_on)
    return { outcome: "secondStep", challenge: await startChallenge(context, account, "second_step") };

  await endPreviousSession(context, browser.previousToken);
  const token = await inCompanyAs(context, actorOf(account), (scope) =>
    completeSignIn(scope, browser, account.password_hash),
  );
  return token === null ? { outcome: "refused" } : viewSignedIn(account, token);
}

/** Ends the browser's session, if it has one, and publishes when its agent left. */
export async function signOut(context: Context, token: string | undefined): Promise<void> {
  const session = await findSession(context, token);
  if (!session) return;
  await inCompanyAs(context, session.actor, async (scope) => {
    // Locks the agent before the session, the order used everywhere.
    await lockAgent(scope, session.actor.id);
    await endSessions(context, scope, { tokenHash: hashOfKey(session.key) }, "signed_out");
    await record(scope, { kind: "user_logout", subject: session.actor.id, facts: {} });
  });
}
