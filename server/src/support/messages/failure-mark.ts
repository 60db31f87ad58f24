/**
 * The consequences of a message that could not be sent. A trigger keeps its row in `failed_message` (migration 064).
 */
import type { MessageUpdate } from "@parley/contract/events";
import type { Scope } from "../../floor/database/scope.ts";
import { type Merging, membersOf } from "../ticket/merged.ts";
import type { MessageRow } from "./append.ts";

/** The mark on the ticket's card. Enqueues the update of the writer's inbox. */
export async function failureOf(
  scope: Scope,
  { id }: Pick<MessageRow, "id">,
  ticket: Merging,
): Promise<Pick<MessageUpdate, "ticket_failed">> {
  await scope.enqueue("notice_failure", { messageId: id }, { key: failureKey(id), tries: 5 });
  const failed = await scope.db
    .selectFrom("failed_message")
    .select("message_id")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "in", membersOf(ticket))
    .limit(1)
    .executeTakeFirst();
  return { ticket_failed: failed !== undefined };
}

/** The key of the job that adds the line to its writer's inbox, or settles it. */
export const failureKey = (messageId: string): string => `failure:${messageId}`;
