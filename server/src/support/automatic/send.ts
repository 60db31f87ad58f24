/** An automatic message is sent as every message: appended under the ticket's lock, then delivered. */
import type { AutomaticReason } from "@parley/contract/automatic-text";
import { limits } from "@parley/contract/limits";
import { isSendable, isVariableText, templateText } from "@parley/contract/template-text";
import type { Scope } from "../../floor/database/scope.ts";
import { appendNew, type MessageDraft } from "../messages/append.ts";
import { recordMessage } from "../messages/publish.ts";
import { isWindowClosed, nudgeDelivery, queuedColumns } from "../messages/send.ts";
import type { TicketRow } from "../ticket/access.ts";
import { compose, primaryLanguage, valuesFor } from "./compose.ts";
import type { Conversation } from "./facts.ts";
import { type AutomaticRow, viewAutomatic } from "./rows.ts";

type Sent = { ticket: TicketRow; messageId: string } | { reason: AutomaticReason };

/** Queues the message for the client of the locked ticket. After the reply window the message's template is sent instead. */
export async function sendAutomatic(
  scope: Scope,
  ticket: TicketRow,
  row: AutomaticRow,
  conversation: Conversation,
): Promise<Sent> {
  const content = isWindowClosed(scope, ticket)
    ? await templateFor(scope, ticket, row, conversation)
    : textFor(scope, ticket, row, conversation);
  if ("reason" in content) return content;
  if (content.content.length > scope.platforms.declarationOf(ticket.platform).text)
    return { reason: "text_too_long" };
  return queueAsDesk(scope, ticket, content);
}

type Text = Pick<MessageDraft, "template"> & { content: string };
type Content = Text | { reason: AutomaticReason };

/** Queues a text that no agent wrote, so that it counts as no answer. */
export async function queueAsDesk(
  scope: Scope,
  ticket: TicketRow,
  text: Text,
): Promise<{ ticket: TicketRow; messageId: string }> {
  const { ticket: after, message } = await appendNew(scope, ticket, {
    type: "text",
    is_agent: true,
    purpose: "automatic",
    ...text,
    ...queuedColumns(scope),
  });
  await nudgeDelivery(scope, after);
  await recordMessage(scope, after, message);
  return { ticket: after, messageId: message.id };
}

function textFor(scope: Scope, ticket: TicketRow, row: AutomaticRow, conversation: Conversation): Content {
  const composed = compose(row, conversation, ticket.id, scope.now);
  return "reason" in composed ? composed : { content: composed.text };
}

/** The account's approved template of that name, in the client's language or else the default one, filled in. */
async function templateFor(
  scope: Scope,
  ticket: TicketRow,
  row: AutomaticRow,
  conversation: Conversation,
): Promise<Content> {
  const { template: name, template_variables, default_language } = viewAutomatic(row);
  if (!name) return { reason: "window_closed" };
  const rows = await scope.db
    .selectFrom("message_template")
    .select(["language", "status", "components"])
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", ticket.channel_id)
    .where("name", "=", name)
    .limit(100)
    .execute();
  const sendable = rows.filter(isSendable);
  const inLanguage = (tag: string | null) =>
    sendable.find((row) => primaryLanguage(row.language) === primaryLanguage(tag));
  const found = inLanguage(conversation.lang) ?? inLanguage(default_language);
  if (!found) return { reason: "window_closed" };
  const { language, components } = found;
  const values = valuesFor(conversation, ticket.id, tagOf(language), scope.now);
  const variables = components.variables.map(({ part, name }) => {
    const source = template_variables.find((one) => one.part === part && one.name === name);
    return { part, name, value: source ? oneLine(values[source.from]) : "" };
  });
  if (variables.some(({ value }) => !isVariableText(value))) return { reason: "template_incomplete" };
  return { template: { name, language, variables }, content: templateText(components, variables) };
}

/** A provider writes "pt_BR", the runtime "pt-BR". */
const tagOf = (language: string) => language.replaceAll("_", "-");

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, limits.templateVariable);
