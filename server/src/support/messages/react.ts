/** The desk's own reaction to a message: shown at once, and queued for the client. */
import { reactionsOffered } from "@parley/contract/channel-declaration";
import type { Message, react as reactBody } from "@parley/contract/messages";
import type { Reason } from "@parley/contract/reasons";
import { isType } from "@parley/contract/timeline";
import { sql } from "kysely";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessTicket, lockTicket, type TicketRow } from "../ticket/access.ts";
import { accessMessage, accessOnThread } from "./access.ts";
import type { MessageRow } from "./append.ts";
import { publishReaction } from "./publish.ts";
import { findMessage } from "./queries.ts";
import { checkWindow } from "./send.ts";
import { viewMessage } from "./view.ts";

/**
 * Sets the reaction. A repeat changes nothing; after a failure it is sent again. Refused for a message the client does
 * not have, a reaction the channel does not accept, and after the reply window.
 */
export async function react(
  scope: Scope<AgentActor>,
  { ticketid, messageid, reaction }: z.output<typeof reactBody>,
): Promise<Message> {
  const locked = await accessTicket(scope, ticketid, "reply");
  const { ticket, message } = await accessOnThread(scope, locked, messageid);
  const offered = reactionsOffered(scope.platforms.declarationOf(ticket.platform));
  if (offered.length === 0) throw invalid("channel_without_reactions");
  if (reaction !== null && !offered.includes(reaction)) throw invalid("reaction_not_offered");
  if (message.agent_reaction === reaction && !message.agent_reaction_reason)
    return viewMessage(scope, message, ticket);
  if (!message.external_id || !isType(message.type, "crossesChannel"))
    throw conflict("conflict", "message_not_at_client");
  checkWindow(scope, ticket);
  await queueReaction(scope, ticket, message, reaction);
  const shown = await showReaction(scope, ticket, message, { reaction, reason: null });
  const facts = { client: ticket.client_id, message: shown.id, agent: scope.actor.id };
  await record(scope, { kind: "message_reaction", subject: shown.ticket_id, facts });
  return viewMessage(scope, shown, ticket);
}

async function queueReaction(
  scope: Scope,
  ticket: TicketRow,
  { id, agent_reaction: shown }: MessageRow,
  reaction: string | null,
): Promise<void> {
  const fresh = { reaction, attempts: 0, next_attempt_on: null, reason: null, created_on: scope.now };
  await scope.db
    .insertInto("queued_reaction")
    .values({
      company_id: scope.companyId,
      message_id: id,
      ticket_id: ticket.id,
      channel_id: ticket.channel_id,
      shown,
      ...fresh,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "message_id"])
        .doUpdateSet({ ...fresh, version: sql`queued_reaction.version + 1` }),
    )
    .execute();
  await scope.db
    .updateTable("ticket")
    .set({ reactions_wait: true })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
  await nudgeReactions(scope, ticket);
}

type Shown = { reaction: string | null; reason: Reason | null };

async function showReaction(
  scope: Scope,
  ticket: TicketRow,
  { id }: Pick<MessageRow, "id">,
  { reaction, reason }: Shown,
): Promise<MessageRow> {
  const changed = await scope.db
    .updateTable("message")
    .set({ agent_reaction: reaction, agent_reaction_reason: reason })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  publishReaction(scope, ticket, changed);
  return changed;
}

/** Shows `reaction` with the reason why it was not given, or not removed. A deleted message shows nothing. */
export async function showReactionFailure(
  scope: Scope,
  ticket: TicketRow,
  { id, reaction }: { id: string; reaction: string | null },
  reason: Reason,
): Promise<void> {
  const message = await accessMessage(scope, ticket, { id });
  if (reaction !== null && isType(message.type, "crossesChannel"))
    await showReaction(scope, ticket, message, { reaction, reason });
}

/** The provider reports later that a reaction over this account did not arrive. Locks the ticket. */
export async function reactionFailed(
  scope: Scope,
  { id, channelId }: { id: string; channelId: string },
  reason: Reason,
): Promise<void> {
  const message = await findMessage(scope, id);
  const ticket = message && (await lockTicket(scope, message.ticket_id));
  if (ticket?.channel_id !== channelId) return;
  await showReactionFailure(scope, ticket, { id, reaction: message?.agent_reaction ?? null }, reason);
}

/** Enqueues the delivery of a ticket's reactions, at once or at the given time, beside that of its messages. */
export async function nudgeReactions(
  scope: Scope,
  { id: ticketId, channel_id: channelId, platform }: Pick<TicketRow, "id" | "channel_id" | "platform">,
  runAt?: Date,
): Promise<void> {
  const options = { key: `react:${ticketId}`, tries: 1, ...(runAt && { runAt }) };
  await scope.enqueue("deliver", { ticketId, channelId, platform }, options);
}
