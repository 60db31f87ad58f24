import type { Message } from "@parley/contract/messages";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { accessTicket } from "../ticket/access.ts";
import { accessOnThread } from "./access.ts";
import { publishMessageUpdate, reasonFields } from "./publish.ts";
import { checkWindow, nudgeDelivery, queuedColumns } from "./send.ts";
import { viewMessage } from "./view.ts";

/**
 * Sends a failed or uncertain message once more: the same row, so that a phone that knows ids shows it once. A repeat
 * while it waits changes nothing; a message in any other status is a 409.
 */
export async function retryMessage(
  scope: Scope<AgentActor>,
  { ticketid, messageid }: { ticketid: string; messageid: string },
): Promise<Message> {
  const locked = await accessTicket(scope, ticketid, "reply");
  const { ticket, message } = await accessOnThread(scope, locked, messageid);
  if (message.status === "queued") return viewMessage(scope, message, ticket);
  if (message.status !== "failed" && message.status !== "uncertain") {
    throw conflict("conflict", "no_retry_needed");
  }
  if (!message.template) checkWindow(scope, ticket);
  const again = await scope.db
    .updateTable("message")
    .set(queuedColumns(scope))
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "=", message.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
  await nudgeDelivery(scope, ticket);
  await publishMessageUpdate(scope, ticket, again, ["status", ...reasonFields], message.status);
  return viewMessage(scope, again, ticket);
}
