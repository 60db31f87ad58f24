import type { ChangePassword } from "@parley/contract/profile";
import type { SessionCaller } from "../floor/actors/caller.ts";
import type { Context } from "../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../floor/database/scope.ts";
import { invalid } from "../floor/errors/errors.ts";
import { queueNotice } from "../mail/notice.ts";
import { passwordFaults } from "../people/passwords/check.ts";
import { hashPassword } from "../people/passwords/password.ts";
import { endSessions } from "./session/session.ts";
import { checkPassword } from "./two-step/proof.ts";

/**
 * Sets the agent's own password, ends their other sessions and notifies them by mail. Throws when the current
 * password is wrong or the new one breaks a rule; returns the milliseconds to wait when no tries are left, else 0.
 */
export async function changePassword(
  context: Context,
  caller: SessionCaller,
  given: ChangePassword,
): Promise<number> {
  if (!given.currentPassword || !given.newPassword || !given.confirmPassword) {
    throw invalid("fill_all_fields");
  }
  if (given.newPassword !== given.confirmPassword) throw invalid("reset_passwords_differ");
  const faults = await passwordFaults(given.newPassword);
  if (faults.length > 0) throw invalid(["password_too_weak", ...faults]);
  if (given.newPassword === given.currentPassword) throw invalid("password_unchanged");
  const milliseconds = await checkPassword(context, caller, given.currentPassword);
  if (milliseconds > 0) return milliseconds;

  const passwordHash = await hashPassword(given.newPassword);
  const change = async (scope: Scope<AgentActor>) => {
    const { email } = await scope.db
      .updateTable("agent")
      .set({ password_hash: passwordHash })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", scope.actor.id)
      .returning("email")
      .executeTakeFirstOrThrow();
    await endSessions(context, scope, { agentId: scope.actor.id, except: caller.tokenHash });
    await queueNotice(context, scope, email, { kind: "passwordChanged" });
  };
  await inCompany(context, caller, change, { hold: true });
  return 0;
}
