import { signInLimits } from "@parley/contract/sign-in-limits";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { queueMail } from "../../mail/queue.ts";
import { accessAgentToChange, lockAgent } from "../../people/agents/access.ts";
import { issueGrant } from "../../sign-in/codes/grants.ts";

/** Mails an agent a link to set a new password. Until then the present one stays. 409 when they are disabled. */
export async function sendReset(
  { secrets }: Pick<Context, "secrets">,
  scope: Scope<AgentActor>,
  id: string,
): Promise<void> {
  const agent = await accessAgentToChange(scope, id);
  await lockAgent(scope, agent.id);
  if (agent.disabled_on) throw conflict("conflict", "account_disabled");
  const { name: company } = await scope.db
    .selectFrom("company")
    .select("name")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  const { db, now } = scope;
  const token = await issueGrant(db, { purpose: "password_reset", email: agent.email }, now, {
    to: { companyId: scope.companyId, agentId: agent.id },
    lives: signInLimits.resetLinkLives,
  });
  const name = agentName(agent);
  const content = {
    kind: "resetLink",
    token,
    agentId: agent.id,
    name,
    lang: agent.lang,
    inviter: scope.actor.name,
    company,
  } as const;
  const until = new Date(now.getTime() + signInLimits.resetLinkLives);
  await queueMail({ db, now, secrets }, { address: agent.email, content, until });
  await record(scope, { kind: "agent_send_reset", subject: agent.id, name, facts: {} });
}
