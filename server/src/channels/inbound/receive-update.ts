/** Provider events about existing messages and clients: reactions, ratings, reachability. */

import type { Scope } from "../../floor/database/scope.ts";
import { publishReaction } from "../../support/messages/publish.ts";
import { reactionFailed } from "../../support/messages/react.ts";
import { recordByClient } from "../../support/messages/record-change.ts";
import { nudgeDelivery } from "../../support/messages/send.ts";
import { showMerged } from "../../support/ticket/merged.ts";
import { rateTicket } from "../../support/tickets/rate.ts";
import { dropEarlier, keepEvent } from "./early-event.ts";
import { knownSender } from "./identity.ts";
import { changeMessage, lockMessage } from "./known-message.ts";
import type { EventOf, Receiving } from "./receiving.ts";

export async function receiveReaction(receiving: Receiving, event: EventOf<"reaction">): Promise<void> {
  const found = await lockMessage(receiving, event);
  if (!found) return keepEvent(receiving, event);
  const { ticket, message } = found;
  // An event that came before the message is older.
  await dropEarlier(receiving, event);
  if (message.type === "deleted" || message.reaction === event.reaction) return;
  const changed = await changeMessage(receiving, message, { reaction: event.reaction });
  publishReaction(receiving.scope, ticket, changed);
  await recordByClient(receiving.scope, ticket, changed, "message_reaction");
}

/** The provider accepted the desk's reaction, and could not give it to the client. */
export async function receiveReactionFailure(
  { scope, channel }: Receiving,
  { messageId: id, reason }: EventOf<"reactionFailed">,
): Promise<void> {
  await reactionFailed(scope, { id, channelId: channel.id }, reason);
}

export async function receiveRating(receiving: Receiving, event: EventOf<"rating">) {
  const { scope, channel, context } = receiving;
  const { ticketId, clickId, questionExternalId } = event;
  const from = event.from.alias === undefined ? event.from : await knownSender(receiving, event.from);
  const stands = await rateTicket(scope, ticketId, event.rating, from.externalId, channel.id);
  if (!stands) {
    context.log.debug({ channel: channel.id }, "Rating of another client's ticket ignored");
    return;
  }
  await scope.enqueue(
    "acknowledge_rating",
    {
      channelId: channel.id,
      chatId: from.externalId,
      messageId: questionExternalId,
      clickId,
      rating: stands.rating,
      first: stands.first,
    },
    { tries: 5 },
  );
}

export async function receiveReachable({ scope, channel }: Receiving, event: EventOf<"reachable">) {
  const { at } = event;
  let update = scope.db
    .updateTable("client_identity")
    .set({
      unreachable_on: event.reachable ? null : scope.now,
      unreachable_reason: event.reason,
      ...(at && { reachability_on: at }),
    })
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("external_id", "=", event.from.externalId);
  if (at)
    update = update.where((eb) =>
      eb.or([eb("reachability_on", "is", null), eb("reachability_on", "<=", at)]),
    );
  await update.execute();
  if (!event.reachable) await nudgeWaiting(scope, channel.id, event.from.externalId);
}

/** A client never has messages waiting in more tickets. */
const most = 20;

/** Messages that wait for an unreachable client fail now rather than at their next attempt. */
async function nudgeWaiting(scope: Scope, channelId: string, externalId: string): Promise<void> {
  await showMerged(scope);
  const waiting = await scope.db
    .selectFrom("ticket")
    .select(["id", "channel_id", "platform"])
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("client_external_id", "=", externalId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("message")
          .select(eb.lit(1).as("one"))
          .whereRef("message.company_id", "=", "ticket.company_id")
          .whereRef("message.ticket_id", "=", "ticket.id")
          .where("message.status", "=", "queued"),
      ),
    )
    .limit(most)
    .execute();
  for (const ticket of waiting) await nudgeDelivery(scope, ticket);
}
