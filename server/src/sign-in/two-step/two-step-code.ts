import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { consumeRecoveryCode } from "./recovery-codes.ts";
import { stepOf } from "./totp.ts";

/** True for a code of the agent's app or one of their recovery codes. A right one is consumed. */
export async function consumeTwoStepCode(
  context: Pick<Context, "secrets">,
  scope: Scope<AgentActor>,
  given: string,
): Promise<boolean> {
  const digits = given.replace(/[\s-]/g, "");
  const { id } = scope.actor;
  return /^\d{6}$/.test(digits)
    ? consumeAppCode(context, scope, digits)
    : consumeRecoveryCode(scope, id, given);
}

async function consumeAppCode({ secrets }: Pick<Context, "secrets">, scope: Scope<AgentActor>, code: string) {
  const own = await scope.db
    .selectFrom("two_step")
    .select("sealed")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("confirmed_on", "is not", null)
    .executeTakeFirst();
  const step = own ? stepOf(secrets.open(own.sealed), code, scope.now) : null;
  if (step === null) return false;
  // The first use of a newer step wins: the same code again, or an older one, is refused.
  const consumed = await scope.db
    .updateTable("two_step")
    .set({ last_step: step })
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("last_step", "<", step)
    .returning("last_step")
    .executeTakeFirst();
  return consumed !== undefined;
}
