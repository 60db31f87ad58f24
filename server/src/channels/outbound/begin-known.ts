/** A conversation that an agent or a program begins with a client who wrote before, over a channel that accepts free text at any time. */
import { randomUUID } from "node:crypto";
import { beginsWithKnown, type ChannelDeclaration } from "@parley/contract/channel-declaration";
import type { programNewTicket } from "@parley/contract/programs";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import type { z } from "zod";
import { isAgents, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import { refOf, replyMail } from "../../support/messages/mail-reply.ts";
import { checkLength, findSentTo, queueMessage } from "../../support/messages/send.ts";
import { accessTicket, type TicketRow } from "../../support/ticket/access.ts";
import { findKnownClient, type KnownClient, planConversation } from "../../support/tickets/known-client.ts";
import { lockHandler } from "../../support/tickets/lock-handler.ts";
import { openTicket } from "../../support/tickets/open.ts";
import { viewTicket } from "../../support/tickets/view.ts";
import { retryOnDuplicate } from "../inbound/receive.ts";
import { answerOpen, appendFirst, lockMergedOn } from "./first-message.ts";

export type KnownBody = {
  channelid: string;
  clientid: string;
  content: string;
  messageid: string | undefined;
};

/** 404 unless the agent sees a ticket of the client on this account. An open one is answered instead. */
export function beginWithKnown(context: Context, caller: Caller, body: KnownBody): Promise<Ticket> {
  return retryOnDuplicate(() => inCompany(context, caller, (scope) => begin(scope, body)));
}

/** A program begins one by mail too, with a subject, as a mail never answers an open ticket. */
export async function beginByProgram(
  scope: Scope<ProgramActor>,
  { client_id: clientid, channel_id: channelid, text: content, subject }: z.output<typeof programNewTicket>,
): Promise<Ticket> {
  const known = await findKnownClient(scope, { channelId: channelid, clientId: clientid }, { lock: true });
  if (!known) throw notFound();
  const { mail } = scope.platforms.declarationOf(known.channel.platform);
  if (mail) return beginMail(scope, known, content, subject);
  if (subject !== undefined) throw invalid("channel_without_mail");
  return begin(scope, { channelid, clientid, content, messageid: undefined });
}

async function beginMail(
  scope: Scope<ProgramActor>,
  { channel, client, departmentId, externalId }: KnownClient,
  content: string,
  subject: string | undefined,
): Promise<Ticket> {
  if (subject === undefined) throw invalid(reasonOf("field_missing", { field: "subject" }));
  checkLength("message", content, scope.platforms.declarationOf(channel.platform).text);
  if (client.blocked_on) throw conflict("conflict", "client_blocked");
  if (isAgents(scope)) await lockHandler(scope, scope.actor.id, departmentId);
  const id = randomUUID();
  const thread = refOf({ name: null, address: channel.external_id }, id);
  const place = { channel, client, departmentId, externalId, thread };
  const ticket = await openTicket(scope, { ...place, startedBy: scope.actor });
  const mail = { ...(await replyMail(scope, ticket, id)), subject, why: { kind: "begun" as const } };
  await appendFirst(scope, ticket, { type: "text", content, id }, mail);
  return viewTicket(scope, ticket.id);
}

async function begin(scope: Scope<ProgramActor>, body: KnownBody): Promise<Ticket> {
  const { channelid: channelId, clientid: clientId, content, messageid } = body;
  const known = await findKnownClient(scope, { channelId, clientId }, { lock: true });
  if (!known) throw notFound();
  const declared = scope.platforms.declarationOf(known.channel.platform);
  if (!beginsWithKnown(declared)) throw invalid(otherBeginning(declared));
  checkLength("message", content, declared.text);
  const repeat = await findSentTo(scope, { clientId, channelId }, messageid);
  if (repeat) return viewTicket(scope, (await accessTicket(scope, repeat.ticket_id, "see")).id);
  if (known.client.blocked_on) throw conflict("conflict", "client_blocked");
  const draft = { type: "text", content, id: messageid } as const;
  const open = await lockNewestOpen(scope, known);
  if (open) return answerOpen(scope, open, messageid, () => queueMessage(scope, open, draft));
  const plan = await planConversation(scope, known);
  if ("why" in plan) throw conflict("conflict", plan.why);
  const { channel, client, departmentId } = known;
  const merged = await lockMergedOn(scope, channel.id, plan.thread);
  if (merged) return answerOpen(scope, merged, messageid, () => queueMessage(scope, merged, draft));
  if (isAgents(scope)) await lockHandler(scope, scope.actor.id, departmentId);
  const ticket = await openTicket(scope, { channel, client, departmentId, ...plan, startedBy: scope.actor });
  await appendFirst(scope, ticket, draft);
  return viewTicket(scope, ticket.id);
}

function otherBeginning({ begin }: ChannelDeclaration) {
  if (begin === "template") return "begins_with_template";
  return begin === "anyone" ? "begins_with_mail" : "channel_without_templates";
}

/** A client has several open tickets where conversations have threads. */
function lockNewestOpen(
  { db, companyId }: Scope,
  { channel, client }: KnownClient,
): Promise<TicketRow | undefined> {
  return db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("client_id", "=", client.id)
    .where("channel_id", "=", channel.id)
    .where("closed_on", "is", null)
    .orderBy("updated_on", "desc")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}
