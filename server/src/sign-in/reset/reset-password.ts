import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { findAccount } from "../../mail/account.ts";
import { queueNotice } from "../../mail/notice.ts";
import { passwordFaults } from "../../people/passwords/check.ts";
import { hashPassword } from "../../people/passwords/password.ts";
import { confirmAddress } from "../address/address-step.ts";
import { consumeGrant } from "../codes/grants.ts";
import { resetTries } from "../session/attempts.ts";
import { type Device, rememberDevice } from "../session/known-device.ts";
import { endSessions } from "../session/session.ts";
import { findById } from "../session/sign-in-account.ts";

export type NewPassword = { email: string; newPassword: string; confirmPassword: string };

/**
 * Sets a new password for the holder of the grant, ends all sessions of the agent, forgets all devices but this one
 * and notifies them by mail; their address is confirmed. Throws 400 with the catalogue's text, or with every rule the
 * password breaks; the grant then stays.
 */
export async function resetPassword(
  context: Context,
  { email, newPassword, confirmPassword }: NewPassword,
  { grant, device }: { grant: string | undefined; device: Device },
): Promise<void> {
  if (!email.trim()) throw invalid("email_missing");
  if (!newPassword || !confirmPassword) throw invalid("fill_all_fields");
  if (newPassword !== confirmPassword) throw invalid("reset_passwords_differ");
  const faults = await passwordFaults(newPassword);
  if (faults.length > 0) throw invalid(faults);
  const granted = await consumeGrant(context, { purpose: "password_reset", email }, grant);
  if (!granted) throw invalid("expired_verification");
  const account = granted.to
    ? await findById(context, granted.to.companyId, granted.to.agentId)
    : await findAccount(context, email);
  if (!account || account.disabled_on) throw invalid("reset_failed");
  // The address may have changed since the mail was sent there.
  if (account.email.toLowerCase() !== email.trim().toLowerCase()) throw invalid("reset_failed");
  const passwordHash = await hashPassword(newPassword);
  await inCompany(context, { kind: "desk", companyId: account.company_id }, async (scope) => {
    const changed = await scope.db
      .updateTable("agent")
      .set({ password_hash: passwordHash })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", account.id)
      .where("disabled_on", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw invalid("reset_failed");
    // The mail was read, so the address is confirmed.
    await confirmAddress(scope, account.id);
    await endSessions(context, scope, { agentId: account.id });
    await rememberDevice(scope, account.id, device);
    await queueNotice(context, scope, account.email, { kind: "passwordChanged" });
  });
  await resetTries(context, account.email);
}
