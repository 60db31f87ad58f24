/** The only way into an agent's inbox. */
import type { NotificationTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import { record } from "../ledger/record.ts";
import type { TicketRow } from "../ticket/access.ts";
import { countUnseen, lockInbox } from "./inbox.ts";
import { type NotificationRow, viewNotification } from "./view.ts";

export type About = {
  type: NotificationTable["type"];
  /** Whose message or rating it is; the account's name. */
  name: string;
  ticket: Pick<TicketRow, "id" | "created_on" | "platform"> | null;
  /** The author of a private message. */
  senderId?: string;
  /** Messages that are unread. */
  unread?: number;
  /** The colleague who handed the ticket over. */
  byName?: string;
};

/**
 * Puts a line into an agent's inbox, under the inbox's lock. There is one line of unread messages for a ticket or a
 * colleague: more of them bring it up again, unseen.
 */
export async function notify(scope: Scope, agentId: string, about: About): Promise<void> {
  await lockInbox(scope, agentId);
  const row = (await renew(scope, agentId, about)) ?? (await insert(scope, agentId, about));
  await record(scope, {
    kind: "inbox_line",
    subject: agentId,
    facts: { notification: row.id, ticket: row.ticket_id, sender: row.sender_id },
    inHand: {
      notification: viewNotification(row, about.ticket),
      count: await countUnseen(scope, agentId),
    },
  });
}

function renew(scope: Scope, agentId: string, about: About): Promise<NotificationRow | undefined> {
  const { type, ticket, senderId } = about;
  if (type !== "text" || (!ticket && !senderId)) return Promise.resolve(undefined);
  return scope.db
    .updateTable("notification")
    .set({ created_on: scope.now, seen_on: null, name: about.name, unread: about.unread ?? 1 })
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
        .orderBy("created_on", "desc")
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

function insert(scope: Scope, agentId: string, about: About): Promise<NotificationRow> {
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
      by_name: about.byName ?? null,
      created_on: scope.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
