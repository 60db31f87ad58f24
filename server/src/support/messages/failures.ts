/**
 * Messages of agents that could not be sent. A trigger keeps their rows (migration 064); this file handles the
 * consequences.
 */
import type { FailedMessage } from "@parley/contract/messages";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { englishOf } from "../../floor/reasons/english.ts";
import { accessTicket, visibleTo } from "../ticket/access.ts";
import { isMerged, isOfTicket, placesOf } from "../ticket/merged.ts";
import { accessMessage } from "./access.ts";
import { publishMessageUpdate } from "./publish.ts";

/** Removes the mark and the inbox line; the message stays as it is. Dismissing it again changes nothing. */
export async function dismissFailure(
  scope: Scope<AgentActor>,
  { ticketid, messageid }: { ticketid: string; messageid: string },
): Promise<void> {
  const ticket = await accessTicket(scope, ticketid, "see");
  const message = await accessMessage(scope, ticket, { id: messageid });
  const { numDeletedRows } = await scope.db
    .deleteFrom("failed_message")
    .where("company_id", "=", scope.companyId)
    .where("message_id", "=", message.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  await publishMessageUpdate(scope, ticket, message, ["status"], message.status);
}

const most = 200;

/** Failures in tickets that the agent may see, the newest failure first. */
export async function listFailures(scope: Scope<AgentActor>): Promise<FailedMessage[]> {
  const rows = await scope.db
    .selectFrom("failed_message as failed")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "failed.company_id").on(isOfTicket(sql`failed.ticket_id`)),
    )
    .innerJoin("message", (join) =>
      join
        .onRef("message.company_id", "=", "failed.company_id")
        .onRef("message.id", "=", "failed.message_id"),
    )
    .select([
      "failed.message_id",
      "ticket.id",
      "ticket.merged_tickets",
      "failed.agent_id",
      "failed.failed_on",
    ])
    .select(["message.seq", "message.created_on", "message.status_reason"])
    .where("failed.company_id", "=", scope.companyId)
    .where(visibleTo(scope.actor))
    .orderBy("failed.failed_on", "desc")
    .orderBy("failed.message_id")
    .limit(most)
    .execute();
  const places = new Map<string, number>();
  for (const row of rows.filter(isMerged))
    for (const [id, place] of await placesOf(scope, row, [row.message_id])) places.set(id, place);
  return rows.map(({ status_reason: reason, ...row }) => ({
    messageid: row.message_id,
    ticketid: row.id,
    userid: row.agent_id,
    seq: places.get(row.message_id) ?? row.seq,
    created_on: row.created_on.toISOString(),
    failed_on: row.failed_on.toISOString(),
    status_reason: reason && englishOf(reason),
    reason,
  }));
}
