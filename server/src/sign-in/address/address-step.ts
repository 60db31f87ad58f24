/** The step after the right password for an unconfirmed address: the code that was mailed there. */
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { inCompanyAs, type Scope } from "../../floor/database/scope.ts";
import { publishAgentRow } from "../../people/agents/publish.ts";
import { claimAddress } from "../../people/agents/write.ts";
import type { Issued } from "../codes/codes.ts";
import { endChallenge, findChallenge, startChallenge } from "../session/challenge.ts";
import { type Browser, completeSignIn, endPreviousSession } from "../session/complete-sign-in.ts";
import {
  actorOf,
  findById,
  type SignedIn,
  type SignInAccount,
  viewSignedIn,
} from "../session/sign-in-account.ts";
import { type AddressAsking, checkAddressCode, sendAddressCode } from "./address-code.ts";

export type AddressStep =
  | SignedIn
  | { outcome: "secondStep"; challenge: string }
  /** The challenge does not exist (any more): the password is asked for again. */
  | { outcome: "over" };

/** The token of a challenge; null when the address is confirmed. Without a mail server this confirms it. */
export async function askForAddress(context: Context, account: SignInAccount): Promise<string | null> {
  if (account.email_confirmed_on) return null;
  if (!context.config.smtpUrl) {
    await inCompanyAs(context, actorOf(account), (scope) => confirmAddress(scope, account.id));
    return null;
  }
  await sendAddressCode(context, askingOf(account));
  return startChallenge(context, account, "address");
}

/** Checks the code. A right one confirms the address; a second step is still required. */
export async function verifyAddressCode(
  context: Context,
  token: string | undefined,
  code: string,
  browser: Browser,
): Promise<AddressStep> {
  const challenge = await findChallenge(context, token, "address");
  const account = challenge && (await findById(context, challenge.companyId, challenge.agentId));
  if (!account || account.disabled_on || account.email_confirmed_on) return { outcome: "over" };
  await checkAddressCode(context, askingOf(account), code);
  const entered = await inCompanyAs(context, actorOf(account), async (scope) => {
    await confirmAddress(scope, account.id);
    if (!(await endChallenge(scope, challenge))) return null;
    return account.two_step_on ? "" : completeSignIn(scope, browser, account.password_hash);
  });
  if (entered === null) return { outcome: "over" };
  if (account.two_step_on)
    return { outcome: "secondStep", challenge: await startChallenge(context, account, "second_step") };
  await endPreviousSession(context, browser.previousToken);
  return viewSignedIn(account, entered);
}

/** Mails another code; null when the password is required again. */
export async function resendAddressCode(context: Context, token: string | undefined): Promise<Issued | null> {
  const challenge = await findChallenge(context, token, "address");
  const account = challenge && (await findById(context, challenge.companyId, challenge.agentId));
  if (!account || account.disabled_on || account.email_confirmed_on) return null;
  return sendAddressCode(context, askingOf(account));
}

/** Confirms the agent's address. 409 when it is confirmed for another account already. */
export async function confirmAddress(scope: Scope, id: string): Promise<void> {
  const confirm = () =>
    scope.db
      .updateTable("agent")
      .set({ email_confirmed_on: scope.now })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .where("email_confirmed_on", "is", null)
      .returning("id")
      .executeTakeFirst();
  const confirmed = await claimAddress(scope, confirm, "email_in_use");
  if (confirmed) await publishAgentRow(scope, id);
}

const askingOf = (account: SignInAccount): AddressAsking => ({
  agentId: account.id,
  email: account.email,
  name: agentName(account),
  lang: account.lang,
});
