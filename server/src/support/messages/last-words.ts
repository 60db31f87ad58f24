/** The part of a client's messages that a card shows. */
import { cutClientWords } from "@parley/contract/preview";
import type { SharedTicket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import { isMerged, membersOf, targetIdOf } from "../ticket/merged.ts";
import { type MessageRow, previewOf } from "./append.ts";
import { settleCard } from "./merged-card.ts";

export type ClientWords = Partial<
  Pick<
    TicketRow,
    | "last_message_automatic"
    | "last_message_type"
    | "last_client_type"
    | "last_client_content"
    | "last_client_author"
    | "client_wrote_on"
  >
>;

/**
 * The client's last message, only where an automatic message or the line of a closing or reopening would hide it; a
 * participant who wrote it is named.
 */
export function lastClientMessageOf(ticket: ClientWords): Pick<SharedTicket, "last_client_message"> {
  const { last_client_type: type, last_client_content: content, client_wrote_on } = ticket;
  const { last_client_author: author, last_message_type: last } = ticket;
  const hidden = ticket.last_message_automatic || (last && isType(last, "underWords"));
  if (!hidden || !type || !client_wrote_on) return {};
  const created_on = client_wrote_on.toISOString();
  const words = { type, content: cutClientWords(content ?? ""), created_on };
  return { last_client_message: author ? { ...words, author } : words };
}

/**
 * Updates the card after an edit or a deletion, under the ticket's lock. Changes nothing where the card shows later
 * messages.
 */
export async function changeLastWords(scope: Scope, ticket: TicketRow, changed: MessageRow): Promise<void> {
  if (isMerged(ticket)) return settleCards(scope, ticket);
  const isLast = ticket.last_seq === changed.seq;
  const isClientsLast = !changed.is_agent && ticket.client_messages === changed.client_no;
  if (!isLast && !isClientsLast) return;
  const content = previewOf(changed);
  await scope.db
    .updateTable("ticket")
    .set({
      ...(isLast && { last_message_type: changed.type, last_message_content: content }),
      ...(isClientsLast && { last_client_type: changed.type, last_client_content: content }),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
}

/** The card of a ticket that was merged, and that of its target. */
async function settleCards(scope: Scope, ticket: TicketRow): Promise<void> {
  if (ticket.merged_into) await settleCard(scope, ticket.id, [ticket.id]);
  await settleCard(scope, targetIdOf(ticket), membersOf(ticket));
}
