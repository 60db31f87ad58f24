import type { Context } from "../../floor/context.ts";
import { networkOf } from "../../http/network.ts";
import { sourceOf } from "./attempts.ts";
import type { Browser } from "./complete-sign-in.ts";

/** `waits`: no try was left. */
export type SignInReport = "signed_in" | "wrong_password" | "wrong_code" | "disabled" | "waits";

/**
 * Logs the outcome of a sign-in: with the account if there is one, else with a keyed hash of the typed address, which
 * distinguishes addresses without revealing them.
 */
export function reportSignIn(
  { log, secrets }: Pick<Context, "log" | "secrets">,
  outcome: SignInReport,
  { id, email, browser }: { id?: string | null | undefined; email?: string; browser: Browser },
): void {
  const typed = email?.trim().toLowerCase();
  const who = id ? { id } : { email: typed ?? "" };
  const line = {
    event: "sign_in",
    outcome,
    account: id ?? null,
    ...(!id && typed && { address: secrets.sign(`address in the log ${typed}`).slice(0, 16) }),
    network: networkOf(browser.address),
    known_device: sourceOf(browser, who).own,
  };
  log.info(line, outcome === "signed_in" ? "An agent signed in" : "A sign-in failed");
}
