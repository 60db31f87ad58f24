import type { Platform } from "@parley/contract/values";
import type { Scope } from "../../floor/database/scope.ts";

/** True if the company has an account of this provider connected. Nothing of its credentials leaves the server. */
export async function isConnected(scope: Scope, platform: Platform): Promise<boolean> {
  const channel = await scope.db
    .selectFrom("channel")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("platform", "=", platform)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  return channel !== undefined;
}
