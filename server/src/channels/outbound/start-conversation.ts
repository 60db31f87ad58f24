/** A conversation that an agent begins: by template, by mail, or with a known client. */
import { seesDepartment } from "@parley/contract/permissions";
import type { startConversation as startBody } from "@parley/contract/templates";
import type { Ticket } from "@parley/contract/tickets";
import type { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import { queueTemplate, textOf } from "../../support/messages/send-template.ts";
import { lockHandler } from "../../support/tickets/lock-handler.ts";
import { openTicket } from "../../support/tickets/open.ts";
import { viewTicket } from "../../support/tickets/view.ts";
import { departmentOf } from "../accounts/department.ts";
import { findClient, makeClient } from "../inbound/client.ts";
import { retryOnDuplicate } from "../inbound/receive.ts";
import { lockOpenTicket } from "../inbound/receive-message.ts";
import type { ChannelModule, ChannelRow, FirstMail, Templates } from "../seam/module.ts";
import { beginWithKnown } from "./begin-known.ts";
import { answerOpen, appendFirst, lockMergedOn } from "./first-message.ts";

type Body = z.output<typeof startBody>;

/**
 * Opens a ticket with the template as its first message; an open one of that client is answered instead. The client may
 * write at the same moment: the later one starts again and finds the other's ticket.
 */
export async function startConversation(context: Context, caller: Caller, body: Body): Promise<Ticket> {
  const { mail, template, channelid: channelId, clientid, content, messageid, to } = body;
  if (clientid && content)
    return beginWithKnown(context, caller, { channelid: channelId, clientid, content, messageid });
  if (mail) return beginByMail(context, caller, { channelId, to, mail });
  if (!template) throw invalid("template_unknown");
  return byTemplate(context, caller, { channelid: channelId, to: to ?? "", template });
}

async function beginByMail(context: Context, caller: Caller, given: FirstMail): Promise<Ticket> {
  const { channel } = await inCompany(context, caller, (scope) => accessBegun(scope, given.channelId));
  const ofMail = context.channels.find(channel.platform)?.mail;
  if (!ofMail) throw invalid("channel_without_mail");
  return ofMail.begin(context, caller, given);
}

type ByTemplate = { channelid: string; to: string; template: NonNullable<Body["template"]> };

function byTemplate(context: Context, caller: Caller, body: ByTemplate): Promise<Ticket> {
  return retryOnDuplicate(() => inCompany(context, caller, (scope) => start(context, scope, body)));
}

async function start(
  context: Context,
  scope: Scope<AgentActor>,
  { channelid, to, template }: ByTemplate,
): Promise<Ticket> {
  const { channel, departmentId, module, clientOf } = await accessChannel(context, scope, channelid);
  const number = phoneNumber(to);
  const { messageid, ...filled } = template;
  const message = { filled, messageid, text: await textOf(scope, channel.id, filled) };
  const from = { externalId: clientOf(number), name: number, username: null, lang: template.language };
  const known = await findClient({ scope, channel }, from.externalId);
  const client = known ?? (await makeClient({ scope, channel }, from));
  if (client.blocked_on) throw conflict("conflict", "client_blocked");
  const externalId = known?.externalId ?? from.externalId;
  const open =
    (await lockOpenTicket({ scope, channel }, externalId)) ??
    (await lockMergedOn(scope, channel.id, externalId));
  if (open) return answerOpen(scope, open, messageid, () => queueTemplate(scope, open, message));
  await lockHandler(scope, scope.actor.id, departmentId);
  const ticket = await openTicket(scope, {
    channel,
    departmentId,
    client,
    externalId,
    thread: externalId,
    startedBy: scope.actor,
    windowUntil: module.declaration.replyWindow === null ? null : scope.now,
  });
  await appendFirst(scope, ticket, { type: "text", content: message.text, id: messageid, template: filled });
  return viewTicket(scope, ticket.id);
}

type Begun = {
  channel: ChannelRow;
  departmentId: string;
  module: ChannelModule;
  clientOf: Templates["clientOf"];
};

async function accessChannel(context: Context, scope: Scope<AgentActor>, id: string): Promise<Begun> {
  const { channel, departmentId } = await accessBegun(scope, id);
  const module = context.channels.find(channel.platform);
  if (module?.declaration.begin !== "template" || !module.templates)
    throw invalid("channel_without_templates");
  return { channel, departmentId, module, clientOf: module.templates.clientOf };
}

/** 404 for an account whose new tickets the agent does not see. */
export async function accessBegun(
  scope: Scope<AgentActor>,
  id: string,
): Promise<Pick<Begun, "channel" | "departmentId">> {
  const channel = await scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  if (!channel) throw notFound();
  const departmentId = await departmentOf({ scope, channel });
  if (!seesDepartment(scope.actor, departmentId)) throw notFound();
  return { channel, departmentId };
}

export const departmentOfBegun = async (scope: Scope<AgentActor>, channelId: string): Promise<string> =>
  (await accessBegun(scope, channelId)).departmentId;

/** ITU-T E.164: a plus and up to 15 digits. People write spaces, hyphens, dots and brackets. */
function phoneNumber(written: string): string {
  const number = written.replace(/[\s().\-\u2010-\u2015]/g, "");
  if (!/^\+[1-9]\d{6,14}$/.test(number)) throw invalid("phone_number_invalid");
  return number;
}
