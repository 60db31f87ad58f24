import type { Platform } from "@parley/contract/values";
import type { Scope } from "../../floor/database/scope.ts";
import type { ChannelRow } from "../seam/module.ts";

/**
 * Disconnects the company's oldest account of a platform in favour of another, unless that one is connected already.
 * Returns the disconnected account.
 */
export async function replaceOldest(
  scope: Scope,
  platform: Platform,
  channelId: string,
): Promise<ChannelRow | null> {
  // Serialises two administrators who connect at the same time.
  await scope.db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", scope.companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const connected = await scope.db
    .selectFrom("channel")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("platform", "=", platform)
    .where("removed_on", "is", null)
    .orderBy("created_on")
    .orderBy("id")
    .execute();
  const [oldest] = connected;
  if (!oldest || connected.some(({ id }) => id === channelId)) return null;
  return scope.db
    .updateTable("channel")
    .set({ removed_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", oldest.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
