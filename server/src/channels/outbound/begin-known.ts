/** A conversation that an agent begins with a client who wrote before, over a channel that takes free text from us at any time. */
import { beginsWithKnown, type ChannelDeclaration } from "@parley/contract/channel-declaration";
import type { Ticket } from "@parley/contract/tickets";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
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

async function begin(scope: Scope<AgentActor>, body: KnownBody): Promise<Ticket> {
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
  await lockHandler(scope, scope.actor.id, departmentId);
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
