import type { Language } from "@parley/contract/sessions";
import { agentName } from "../floor/actors/name.ts";
import type { Context } from "../floor/context.ts";
import type { Scope } from "../floor/database/scope.ts";
import { queueNotice } from "./notice.ts";

type Before = { email: string; first_name: string; last_name: string; lang: Language };

/**
 * Notifies the old address of a changed one: a new address can receive a password reset, so that an unattended screen
 * could give an account away unnoticed.
 */
export async function notifyOldAddress(
  context: Pick<Context, "secrets">,
  scope: Scope,
  before: Before,
  address: string,
): Promise<void> {
  if (before.email.toLowerCase() === address.toLowerCase()) return;
  const { email, lang } = before;
  await queueNotice(context, scope, email, {
    kind: "addressChanged",
    name: agentName(before),
    lang,
    address,
  });
}
