import type { Context } from "../context.ts";
import type { Scope } from "../database/scope.ts";
import type { MailContent } from "./content.ts";
import { queueMail } from "./queue.ts";

/** Nobody wants to hear a day late that something about their account was changed. */
const toldWithin = 24 * 3_600_000;

/** Tells a person what has just been done with their account. It commits with that. */
export function tell(
  { secrets }: Pick<Context, "secrets">,
  scope: Scope,
  address: string,
  content: MailContent,
): Promise<void> {
  const until = new Date(scope.now.getTime() + toldWithin);
  return queueMail({ db: scope.db, now: scope.now, secrets }, { address, content, until });
}
