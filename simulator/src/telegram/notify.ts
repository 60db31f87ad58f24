import type { Chat, Kept, Network, UpdateBody } from "../network.ts";
import { publish } from "./chat.ts";

/** Kinds that a bot gets only when it asks for them by name. */
const ON_REQUEST = ["chat_member", "message_reaction", "message_reaction_count"];

/**
 * Queues an update for the chat's bot if it wants that kind. `kept` gets its second tick once the bot has received it.
 */
export function notify(
  network: Network,
  chat: Chat,
  body: UpdateBody,
  lane: "message" | "callback" | "reaction" | "member",
  kept?: Kept,
): void {
  const { bot, person } = chat;
  const [kind = ""] = Object.keys(body);
  const wanted = bot.allowedUpdates ? bot.allowedUpdates.includes(kind) : !ON_REQUEST.includes(kind);
  if (!wanted) return;
  const { updateLifeMs, callbackLifeMs } = network.timing;
  const lifeMs = lane === "callback" ? callbackLifeMs : updateLifeMs;
  // The bot gets the present message, however it changes later.
  bot.queue.add(structuredClone(body), `${lane}:${person.user.id}`, lifeMs, () => {
    if (!kept) return;
    kept.receivedOn ??= network.now();
    publish(network, chat, kept, "received");
  });
}
