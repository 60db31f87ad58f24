import type { Notification } from "@parley/contract/notifications";
import type { NotificationTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import type { TicketRow } from "../messages/append.ts";
import { rooms } from "../realtime/rooms.ts";

/** Puts a line into an agent's inbox and tells their tabs, with the count of lines not yet seen. */
export async function notify(
  scope: Scope,
  agentId: string,
  about: {
    type: NotificationTable["type"];
    /** Whose message or rating it is. */
    name: string;
    ticket: Pick<TicketRow, "id" | "created_on" | "platform"> | null;
  },
): Promise<void> {
  const row = await scope.db
    .insertInto("notification")
    .values({
      company_id: scope.companyId,
      agent_id: agentId,
      type: about.type,
      name: about.name,
      ticket_id: about.ticket?.id ?? null,
      created_on: scope.now,
    })
    .returning(["id", "created_on"])
    .executeTakeFirstOrThrow();
  const notification: Notification = {
    id: row.id,
    type: about.type,
    name: about.name,
    created_on: row.created_on.toISOString(),
    ticketid: about.ticket?.id ?? null,
    ticket_created_on: about.ticket?.created_on.toISOString() ?? null,
    ticket_platform: about.ticket?.platform ?? null,
  };
  const count = await countUnseen(scope, agentId);
  scope.publish("newNotification", { notification, count }, [rooms.agent(scope.companyId, agentId)]);
}

async function countUnseen(scope: Scope, agentId: string): Promise<number> {
  const { count } = await scope.db
    .selectFrom("notification")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("seen_on", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
