import type { Context } from "../floor/context.ts";
import type { Scope } from "../floor/database/scope.ts";
import { queueMail } from "./queue.ts";
import type { MailContent } from "./texts/content.ts";

/** Milliseconds after which a notice about an account is useless. */
const validFor = 24 * 3_600_000;

/** Queues a mail about a change of an account, in the transaction of the change. */
export function queueNotice(
  { secrets }: Pick<Context, "secrets">,
  scope: Scope,
  address: string,
  content: MailContent,
): Promise<void> {
  const until = new Date(scope.now.getTime() + validFor);
  return queueMail({ db: scope.db, now: scope.now, secrets }, { address, content, until });
}
