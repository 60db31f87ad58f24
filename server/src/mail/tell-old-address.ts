import type { Language } from "@parley/contract/sessions";
import { agentName } from "../agents/view.ts";
import type { Context } from "../context.ts";
import type { Scope } from "../database/scope.ts";
import { tell } from "./tell.ts";

type Before = { email: string; first_name: string; last_name: string; lang: Language };

/**
 * With another address somebody can have a new password sent there. So whoever reads the old one hears of it: a screen
 * that was left open must not take an account away unnoticed.
 */
export async function tellOldAddress(
  context: Pick<Context, "secrets">,
  scope: Scope,
  before: Before,
  address: string,
): Promise<void> {
  if (before.email.toLowerCase() === address.toLowerCase()) return;
  const { email, lang } = before;
  await tell(context, scope, email, { kind: "addressChanged", name: agentName(before), lang, address });
}
