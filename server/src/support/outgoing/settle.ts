import type { Scope } from "../../floor/database/scope.ts";
import { lockInbox, settleLine } from "../notifications/inbox.ts";
import type { OutgoingRow } from "./rows.ts";

/** Marks the inbox lines about a text that had stopped as seen. */
export async function settle(scope: Scope, { id, stopped_on }: OutgoingRow): Promise<void> {
  if (!stopped_on) return;
  const told = await scope.db
    .selectFrom("notification")
    .select("agent_id")
    .where("company_id", "=", scope.companyId)
    .where("type", "=", "outgoing")
    .where("message_id", "=", id)
    .where("seen_on", "is", null)
    .orderBy("agent_id")
    .execute();
  for (const { agent_id } of told) {
    await lockInbox(scope, agent_id);
    await settleLine(scope, agent_id, id);
  }
}
