import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { viewTwoStep } from "./two-step.ts";

/**
 * Requires a second step of all agents of the company, or no longer. Agents without one can then only set it up, so
 * the administrator must have one: 409 otherwise.
 */
export async function requireTwoStep(
  context: Pick<Context, "live">,
  scope: Scope<AgentActor>,
  required: boolean,
): Promise<void> {
  const own = await viewTwoStep(scope);
  if (own.required === required) return;
  if (required && !own.since) {
    throw conflict("two_step_required", "own_two_step_first");
  }
  const { name } = await scope.db
    .updateTable("company")
    .set({ two_step_required_on: required ? scope.now : null })
    .where("company_id", "=", scope.companyId)
    .returning("name")
    .executeTakeFirstOrThrow();
  await record(scope, {
    kind: "company_update",
    subject: scope.companyId,
    name,
    facts: { fields: ["two_step_required"] },
    changes: { two_step_required: { from: !required, to: required } },
  });
  if (required) scope.afterCommit(() => context.live.refreshCompany(scope.companyId));
}
