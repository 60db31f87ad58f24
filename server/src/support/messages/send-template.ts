/** Sends an approved template as a message: the only kind that a provider accepts after the reply window. */
import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { isSendable, isVariableText, templateText } from "@parley/contract/template-text";
import type {
  FilledTemplate,
  sendTemplate as sendTemplateBody,
  TemplateComponents,
} from "@parley/contract/templates";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { accessLocked, checkAbility, type TicketRow } from "../ticket/access.ts";
import { threadOfReply } from "../ticket/merged.ts";
import type { MessageRow } from "./append.ts";
import { findRepeat, queueMessage } from "./send.ts";
import { viewMessage } from "./view.ts";

/** Queues a template for the client. A repeat of `messageid` returns the existing message. */
export async function sendTemplate(
  scope: Scope<AgentActor>,
  { ticketid, messageid, ...filled }: z.output<typeof sendTemplateBody>,
): Promise<Message> {
  const locked = await accessLocked(scope, ticketid);
  const repeat = await findRepeat(scope, locked, messageid);
  if (repeat) return viewMessage(scope, repeat, locked);
  await checkAbility(scope, locked, "reply");
  const ticket = await threadOfReply(scope, locked);
  const text = await textOf(scope, ticket.channel_id, filled);
  return viewMessage(scope, await queueTemplate(scope, ticket, { filled, text, messageid }), ticket);
}

/** Appends a template with its text to the locked ticket. */
export function queueTemplate(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  { filled, text, messageid }: { filled: FilledTemplate; text: string; messageid: string | undefined },
): Promise<MessageRow> {
  return queueMessage(scope, ticket, { type: "text", content: text, id: messageid, template: filled });
}

/** The text as the client reads it. Refuses a template that cannot be sent or is not filled in. */
export async function textOf(scope: Scope, channelId: string, filled: FilledTemplate): Promise<string> {
  const template = await scope.db
    .selectFrom("message_template")
    .select(["status", "components"])
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("name", "=", filled.name)
    .where("language", "=", filled.language)
    .executeTakeFirst();
  if (!template) throw invalid("template_unknown");
  const { status, components } = template;
  if (status !== "approved") throw conflict("conflict", reasonOf("template_not_approved", { state: status }));
  if (!isSendable(template)) throw conflict("conflict", "template_not_sendable");
  checkVariables(components, filled);
  return templateText(components, filled.variables);
}

/** Each variable must be given once and no other, since the provider counts them and refuses a difference. */
function checkVariables({ variables: wanted }: TemplateComponents, { variables }: FilledTemplate): void {
  const key = ({ part, name }: { part: string; name: string }) => `${part} ${name}`;
  const given = new Set(variables.map(key));
  const complete = given.size === variables.length && wanted.every((one) => given.has(key(one)));
  if (!complete || wanted.length !== variables.length) throw invalid("template_variables");
  const unfit = variables.find(({ value }) => !isVariableText(value));
  if (unfit) throw invalid(reasonOf("template_variable_text", { name: unfit.name }));
}
