import { limits } from "@parley/contract/limits";
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";

/** A month after it ended or expired an invitation is of no use: the audit log tells of it. */
const keptFor = 30 * 24 * 3_600_000;

export async function removeOldInvitations(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptFor - limits.invitationLives);
  await acrossCompanies(context, (db) => db.deleteFrom("invitation").where("sent_on", "<=", old).execute());
}
