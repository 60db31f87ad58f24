/** A rule's text to the client: that of a shared bubble. */
import {
  fillBubble,
  keyOfField,
  mayNameField,
  unfilledIn,
  variableOfField,
} from "@parley/contract/bubble-variables";
import { reasonOf } from "@parley/contract/reasons";
import type { SharedTicket } from "@parley/contract/tickets";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import { readConversation } from "../../support/automatic/facts.ts";
import { queueAsDesk } from "../../support/automatic/send.ts";
import { listFields, valueText } from "../../support/fields/rows.ts";
import { isWindowClosed } from "../../support/messages/send.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { threadOfReply } from "../../support/ticket/merged.ts";

/**
 * Queues the text for the client of the locked ticket, which is `shown` as it is now. Refused where the channel does not
 * accept it now, and where a variable has no value: no agent is there to fill it in.
 */
export async function sendBubble(
  scope: Scope,
  ticket: TicketRow,
  shown: SharedTicket,
  bubbleId: string,
): Promise<void> {
  const bubble = await scope.db
    .selectFrom("shared_bubble")
    .select("content")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", bubbleId)
    .executeTakeFirst();
  if (!bubble?.content) throw notFound();
  const thread = await threadOfReply(scope, ticket);
  const { clientName, clientBlocked, clientUnreachable, disconnected } = await readConversation(
    scope,
    thread,
    ticket,
  );
  const content = fillBubble(bubble.content, {
    ticket: { id: ticket.id, clientName },
    agentFirstName: await handlerFirstName(scope, ticket),
    ...(mayNameField(bubble.content) && { fields: await fieldTexts(scope, shown) }),
  });
  const [unfilled] = unfilledIn(content);
  if (unfilled) throw invalid(reasonOf("rule_text_unfilled", { variable: unfilled.variable }));
  const tooLong = content.length > scope.platforms.declarationOf(thread.platform).text;
  if (clientBlocked || clientUnreachable || disconnected || tooLong || isWindowClosed(scope, thread))
    throw conflict("conflict", "rule_channel_cannot");
  await queueAsDesk(scope, thread.id === ticket.id ? ticket : thread, { content });
}

/** The values of the ticket, its client and its organisation, by the key of the field. */
async function fieldTexts(scope: Scope, shown: SharedTicket): Promise<Map<string, string>> {
  const values = {
    ticket: shown.fields,
    client: shown.client_fields,
    organisation: shown.organisation_fields,
  };
  const fields = await listFields(scope);
  return new Map(
    fields.map((field) => [
      keyOfField(variableOfField(field)),
      String(valueText(field, values[field.owner]?.[field.fieldid]) ?? ""),
    ]),
  );
}

async function handlerFirstName({ db, companyId }: Scope, { handler_id }: TicketRow): Promise<string> {
  if (!handler_id) return "";
  const handler = await db
    .selectFrom("agent")
    .select("first_name")
    .where("company_id", "=", companyId)
    .where("id", "=", handler_id)
    .executeTakeFirst();
  return handler?.first_name ?? "";
}
