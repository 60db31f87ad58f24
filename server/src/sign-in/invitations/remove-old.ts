import { limits } from "@parley/contract/limits";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";

/** Removes an invitation a month after it ended or expired; the audit log still has it. */
const keptFor = 30 * 24 * 3_600_000;

export async function removeOldInvitations(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptFor - limits.invitationLives);
  await acrossCompanies(context, (db) => db.deleteFrom("invitation").where("sent_on", "<=", old).execute());
}
