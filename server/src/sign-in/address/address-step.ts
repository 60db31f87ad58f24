/** After the right password for an address that is not confirmed: the code that was mailed there. */
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
  /** There is no such challenge (any more): the password is asked for again. */
  | { outcome: "over" };

/** The token of a challenge; null when the address counts. Without a mail server it does from now on. */
export async function askForAddress(context: Context, account: SignInAccount): Promise<string | null> {
  if (account.email_confirmed_on) return null;
  if (!context.config.smtpUrl) {
    await inCompanyAs(context, actorOf(account), (scope) => confirmAddress(scope, account.id));
    return null;
  }
  await sendAddressCode(context, askingOf(account));
  return startChallenge(context, account, "address");
}

/** Takes the code. With it the address counts; a second step is still to be taken. */
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

/** Another code; null when the password is to be given again. */
export async function resendAddressCode(context: Context, token: string | undefined): Promise<Issued | null> {
  const challenge = await findChallenge(context, token, "address");
  const account = challenge && (await findById(context, challenge.companyId, challenge.agentId));
  if (!account || account.disabled_on || account.email_confirmed_on) return null;
  return sendAddressCode(context, askingOf(account));
}

/** The agent's address counts from now on. 409 when it counts for another account already. */
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
