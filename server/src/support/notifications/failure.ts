/** The inbox line of a message that could not be sent: added, or settled when the failure has ended. */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { failureKey } from "../messages/failure-mark.ts";
import { isOfTicket } from "../ticket/merged.ts";
import { settleLine } from "./inbox.ts";
import { type About, notify } from "./notify.ts";
import { tellFollowers } from "./tell-followers.ts";
import { lockOrPutOff } from "./unread.ts";

export function notifyFailure(context: Context, payload: Tasks["notice_failure"]) {
  const { companyId, messageId } = payload;
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const message = await find(scope, messageId);
    if (!message?.agent_id) return;
    const { agent_id: by, ticket_id: ticketId } = message;
    if (!payload.tries) await tellFollowers(scope, { ticketId, about: "failed", by, messageId }, [by]);
    const job = { key: failureKey(messageId), payload };
    if (!(await lockOrPutOff(scope, message.agent_id, "notice_failure", job))) return;
    const failure = await findFailure(scope, messageId);
    if (!failure) return settleLine(scope, message.agent_id, messageId);
    const { name, ticket_id: id, ticket_created_on, platform } = message;
    await notify(scope, message.agent_id, {
      ...{ type: "failed", name, message: failure },
      ticket: { id, created_on: ticket_created_on, platform },
    });
  });
}

/** The message as a line names it; undefined when it was sent after all, or its failure dismissed. */
export function findFailure({ db, companyId }: Scope, messageId: string): Promise<About["message"]> {
  return db
    .selectFrom("failed_message")
    .innerJoin("message", (join) =>
      join
        .onRef("message.company_id", "=", "failed_message.company_id")
        .onRef("message.id", "=", "failed_message.message_id"),
    )
    .select(["message.id", "message.seq", "message.status_reason as reason"])
    .where("failed_message.company_id", "=", companyId)
    .where("failed_message.message_id", "=", messageId)
    .executeTakeFirst();
}

function find({ db, companyId }: Scope, messageId: string) {
  return db
    .selectFrom("message")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "message.company_id").on(isOfTicket(sql`message.ticket_id`)),
    )
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .select(["message.agent_id", "ticket.id as ticket_id"])
    .select(["ticket.created_on as ticket_created_on", "ticket.platform", "client.name"])
    .where("message.company_id", "=", companyId)
    .where("message.id", "=", messageId)
    .executeTakeFirst();
}
