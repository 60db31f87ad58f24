import type { Notification } from "@parley/contract/notifications";
import type { Selectable } from "kysely";
import type { NotificationTable } from "../../floor/database/schema.ts";
import type { TicketRow } from "../ticket/access.ts";

export type NotificationRow = Selectable<NotificationTable>;

export function viewNotification(
  row: NotificationRow,
  ticket: Pick<TicketRow, "created_on" | "platform"> | null,
): Notification {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    created_on: row.created_on.toISOString(),
    ticketid: row.ticket_id,
    ticket_created_on: ticket?.created_on.toISOString() ?? null,
    ticket_platform: ticket?.platform ?? null,
    senderid: row.sender_id,
    unread: row.unread,
    by_name: row.by_name,
    seen: row.seen_on !== null,
    ...(row.followed && { followed: true as const }),
    ...(row.message_id && row.message_seq && { messageid: row.message_id, message_seq: row.message_seq }),
    ...(["failed", "outgoing", "goal"].includes(row.type) && { reason: row.reason }),
    ...(row.channel_platform && { channel_platform: row.channel_platform }),
    ...(row.ended_on && { ended: true as const }),
  };
}
