/** Receipts of what we sent. They arrive in any order, also before our send is recorded; a status only moves forward. */

import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { publishMessageUpdate, reasonFields } from "../../support/messages/publish.ts";
import { recordFailure } from "../../support/messages/record-change.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import { showMerged } from "../../support/ticket/merged.ts";
import { closeWindow } from "./close-window.ts";
import { keepEvent } from "./early-event.ts";
import type { EventOf } from "./receiving.ts";

type Receipt = Omit<EventOf<"receipt">, "kind">;
type Inside = { scope: Scope; channel: { id: string } };

/** A receipt whose message is not found is kept, in case the send is recorded later. */
export async function receiveReceipt(receiving: Inside, receipt: Receipt): Promise<void> {
  const { scope } = receiving;
  const seen = await findSent(receiving, receipt);
  const ticketId =
    seen?.ticket_id ?? (receipt.upTo && (await newestTicketOf(receiving, receipt.upTo.client)));
  const ticket = ticketId ? await lockTicket(scope, ticketId) : undefined;
  // The row is read again under the lock: it may have changed meanwhile.
  const message = ticket && (await findSent(receiving, receipt));
  if (ticket && receipt.upTo) await markReadUpTo(scope, ticket, receipt.externalId);
  if (!ticket || message?.ticket_id !== ticket.id) {
    // An id of ours without a message belongs to a deleted message.
    const { externalId, status, reason, messageId } = receipt;
    if (!messageId) await keepEvent(receiving, { kind: "receipt", externalId, status, reason });
    return;
  }
  if (!movesForward(message, receipt)) return;
  const updated = await scope.db
    .updateTable("message")
    .set({
      status: receipt.status,
      status_reason: receipt.reason,
      external_id: message.external_id ?? receipt.externalId,
      // This statement settles an attempt under way: its answer finds no claim any more.
      sending_until: null,
      next_attempt_on: null,
    })
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "=", message.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishMessageUpdate(scope, ticket, updated, ["status", ...reasonFields], message.status);
  await recordFailure(scope, ticket, updated);
  await closeWindow(scope, ticket, updated);
}

/** A client leaves fewer messages unread. */
const mostEarlier = 200;

/**
 * Marks the ticket's messages up to this one as read, and notes it for those whose send is recorded later. It compares
 * only the provider's ids: a message may have been sent again after later ones, and clocks may differ.
 */
async function markReadUpTo(scope: Scope, ticket: TicketRow, newest: string): Promise<void> {
  await scope.db
    .updateTable("client_identity")
    .set({ read_up_to: newest })
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", ticket.channel_id)
    .where("external_id", "=", ticket.client_external_id)
    .where(sql<boolean>`is_up_to(read_up_to, ${newest}) is not false`)
    .execute();
  const read = await scope.db
    .updateTable("message")
    .set({ status: "read", status_reason: null })
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "in", (eb) =>
      eb
        .selectFrom("message as earlier")
        .select("earlier.seq")
        .where("earlier.company_id", "=", scope.companyId)
        .where("earlier.ticket_id", "=", ticket.id)
        .where("earlier.is_agent", "=", true)
        .where("earlier.status", "in", ["sent", "delivered"])
        .where(sql<boolean>`is_up_to(earlier.external_id, ${newest})`)
        .where("earlier.external_id", "!=", newest)
        .orderBy("earlier.seq", "desc")
        .limit(mostEarlier),
    )
    .returningAll()
    .execute();
  for (const message of read) await publishMessageUpdate(scope, ticket, message, ["status", ...reasonFields]);
}

/** The ticket that may have messages whose send is not recorded yet. */
async function newestTicketOf({ scope, channel }: Inside, client: string): Promise<string | undefined> {
  await showMerged(scope);
  const found = await scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("client_external_id", "=", client)
    .orderBy("created_on", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds the message by the provider's id, else by ours. */
async function findSent(
  { scope, channel }: Inside,
  { externalId, messageId }: Receipt,
): Promise<MessageRow | undefined> {
  const sent = scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("is_agent", "=", true)
    .where("status", "is not", null);
  const known = await sent.where("external_id", "=", externalId).executeTakeFirst();
  if (known || !messageId || !uuid.test(messageId)) return known;
  return sent.where("id", "=", messageId).executeTakeFirst();
}

const ranks = { queued: 0, uncertain: 0, failed: 1, sent: 1, delivered: 2, read: 3 };

function movesForward(message: MessageRow, { status, externalId }: Receipt): boolean {
  const before = message.status;
  if (!before || before === status) return false;
  if (status !== "failed") return ranks[status] > ranks[before];
  // A delivered message cannot fail.
  if (ranks[before] > ranks.sent) return false;
  // An earlier attempt failed, and the message has been sent again or will be.
  if (before === "queued") return message.sending_until !== null && message.external_id !== externalId;
  return message.external_id === null || message.external_id === externalId;
}
