import { signInLimits } from "@parley/contract/sign-in-limits";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";

/** Milliseconds after which an ended or expired invitation is removed; the audit log still has it. */
const keptFor = 30 * 24 * 3_600_000;

export async function removeOldInvitations(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptFor - signInLimits.invitationLives);
  await acrossCompanies(context, (db) => db.deleteFrom("invitation").where("sent_on", "<=", old).execute());
}
