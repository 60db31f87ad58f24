/** The only way to add to an agent's inbox. */
import { kindOfLine, noticeWays } from "@parley/contract/notice-kinds";
import type { Reason } from "@parley/contract/reasons";
import type { Platform } from "@parley/contract/values";
import type { NotificationTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { readWays } from "../notices/settings.ts";
import type { TicketRow } from "../ticket/access.ts";
import { countUnseen, lockInbox } from "./inbox.ts";
import { type NotificationRow, viewNotification } from "./view.ts";

export type About = {
  type: NotificationTable["type"];
  /** The name of the client or colleague, or of the account. */
  name: string;
  ticket: Pick<TicketRow, "id" | "created_on" | "platform"> | null;
  /** The author of a private message. */
  senderId?: string;
  /** The number of unread messages. */
  unread?: number;
  /** The colleague who handed the ticket over, or who wrote the note. */
  byName?: string;
  /** The agent follows the ticket, which is another's. */
  followed?: true;
  /** The message that could not be sent, or the text that did not leave. */
  message?: { id: string; seq: number | null; reason: Reason | null };
  /** The goal that ends, or was missed. */
  reason?: Reason;
  /** The note that mentions the agent. */
  noteId?: string;
  /** The account that does not work. */
  channel?: { id: string; platform: Platform };
};

/**
 * Adds a line to an agent's inbox, under the inbox's lock. There is one line of unread messages for a ticket or a
 * colleague, one for a message that could not be sent and one for an account that does not work: further ones bring it
 * up again, unseen. A line that its agent wants elsewhere and not in the inbox is not listed; one that they want nowhere is
 * not added.
 */
export async function notify(scope: Scope, agentId: string, about: About): Promise<void> {
  await lockInbox(scope, agentId);
  const notice = about.followed ? "followed" : kindOfLine(about.type, about.ticket !== null);
  const ways = await readWays(scope, agentId, notice);
  if (!noticeWays.some((way) => ways[way])) return;
  const listed = ways.inbox === true;
  const row = (await renew(scope, agentId, about, listed)) ?? (await insert(scope, agentId, about, listed));
  await record(scope, {
    kind: "inbox_line",
    subject: agentId,
    facts: { notification: row.id, ticket: row.ticket_id, sender: row.sender_id, notice },
    inHand: {
      notification: viewNotification(row, about.ticket),
      count: await countUnseen(scope, agentId),
      listed,
    },
  });
}

function renew(
  scope: Scope,
  agentId: string,
  about: About,
  listed: boolean,
): Promise<NotificationRow | undefined> {
  const { type, ticket, senderId, message, channel } = about;
  const oneOf =
    type === "text" ? (ticket ?? senderId) : type === "failed" || type === "outgoing" ? message : channel;
  if (!oneOf) return Promise.resolve(undefined);
  return scope.db
    .updateTable("notification")
    .set({
      ...{ created_on: scope.now, seen_on: null, ended_on: null, name: about.name },
      ...{ unread: about.unread ?? 1, reason: message?.reason ?? null, listed },
      followed: about.followed ?? false,
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", (eb) =>
      eb
        .selectFrom("notification")
        .select("id")
        .where("company_id", "=", scope.companyId)
        .where("agent_id", "=", agentId)
        .where("type", "=", type)
        .where("ticket_id", "is not distinct from", ticket?.id ?? null)
        .where("sender_id", "is not distinct from", senderId ?? null)
        .where("message_id", "is not distinct from", message?.id ?? null)
        .where("channel_id", "is not distinct from", channel?.id ?? null)
        .orderBy("created_on", "desc")
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

function insert(scope: Scope, agentId: string, about: About, listed: boolean): Promise<NotificationRow> {
  return scope.db
    .insertInto("notification")
    .values({
      company_id: scope.companyId,
      agent_id: agentId,
      type: about.type,
      name: about.name,
      ticket_id: about.ticket?.id ?? null,
      sender_id: about.senderId ?? null,
      unread: about.unread ?? 1,
      ...{ by_name: about.byName ?? null, followed: about.followed ?? false },
      note_id: about.noteId ?? null,
      ...{ message_id: about.message?.id ?? null, message_seq: about.message?.seq ?? null },
      reason: about.message?.reason ?? about.reason ?? null,
      ...{ channel_id: about.channel?.id ?? null, channel_platform: about.channel?.platform ?? null },
      ...{ created_on: scope.now, listed },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
