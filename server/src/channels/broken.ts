/** Records whether a channel's credentials still work. */
import type { Reason } from "@parley/contract/reasons";
import type { Scope } from "../database/scope.ts";
import { publishChannel } from "./publish.ts";

type Inside = Pick<Scope, "db" | "companyId" | "now" | "publish">;

/** The first moment and reason stay until it works again. */
export async function markBroken(scope: Inside, channelId: string, reason: Reason): Promise<void> {
  const changed = await scope.db
    .updateTable("channel")
    .set({ broken_on: scope.now, broken_reason: reason })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("broken_on", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (changed) publishChannel(scope, channelId, { tickets: false });
}

export async function markWorking(scope: Inside, channelId: string): Promise<void> {
  const changed = await scope.db
    .updateTable("channel")
    .set({ broken_on: null, broken_reason: null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("broken_on", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (changed) publishChannel(scope, channelId, { tickets: false });
}
