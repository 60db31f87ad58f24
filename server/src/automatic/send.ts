/** An automatic message takes the way of every message: appended under the ticket's lock, then delivered. */
import type { AutomaticReason } from "@parley/contract/automatic-text";
import { isSendable, templateText } from "@parley/contract/template-text";
import { declarationOf } from "../channels/modules/registry.ts";
import type { Scope } from "../database/scope.ts";
import { appendNew, type MessageDraft } from "../messages/append.ts";
import { recordMessage } from "../messages/publish.ts";
import { isWindowClosed, nudgeDelivery, queuedColumns } from "../messages/send.ts";
import type { TicketRow } from "../ticket/access.ts";
import { compose } from "./compose.ts";
import type { Conversation } from "./facts.ts";
import type { AutomaticRow } from "./rows.ts";

type Sent = { ticket: TicketRow; messageId: string } | { reason: AutomaticReason };

/** Queues it for the client of the locked ticket. After the reply window its template goes instead. */
export async function sendAutomatic(
  scope: Scope,
  ticket: TicketRow,
  row: AutomaticRow,
  conversation: Conversation,
): Promise<Sent> {
  const composed = compose(row, conversation, ticket.id, scope.now);
  if ("reason" in composed) return composed;
  const content = isWindowClosed(scope, ticket)
    ? await templateFor(scope, ticket, row, conversation.lang)
    : { content: composed.text };
  if (!content) return { reason: "window_closed" };
  if (content.content.length > declarationOf(ticket.platform).text) return { reason: "text_too_long" };
  const { ticket: after, message } = await appendNew(scope, ticket, {
    type: "text",
    is_agent: true,
    purpose: "automatic",
    ...content,
    ...queuedColumns(scope),
  });
  await nudgeDelivery(scope, after);
  await recordMessage(scope, after, message);
  return { ticket: after, messageId: message.id };
}

/** The account's approved template of that name, in the client's language or else the default one. */
async function templateFor(
  scope: Scope,
  { channel_id }: TicketRow,
  { template: name, default_language }: AutomaticRow,
  lang: string | null,
): Promise<(Pick<MessageDraft, "template"> & { content: string }) | null> {
  if (!name) return null;
  const rows = await scope.db
    .selectFrom("message_template")
    .select(["language", "status", "components"])
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel_id)
    .where("name", "=", name)
    .limit(100)
    .execute();
  const sendable = rows.filter((row) => isSendable(row) && row.components.variables.length === 0);
  const primary = (tag: string | null) => tag?.toLowerCase().split(/[-_]/)[0];
  const inLanguage = (tag: string | null) => sendable.find((row) => primary(row.language) === primary(tag));
  const found = inLanguage(lang) ?? inLanguage(default_language);
  if (!found) return null;
  const filled = { name, language: found.language, variables: [] };
  return { template: filled as MessageDraft["template"], content: templateText(found.components, []) };
}
