import type { Bot, Chat, Network } from "../network.ts";
import type { Parameters } from "./parameters.ts";
import { badRequest, forbidden } from "./refusal.ts";

export interface Call {
  network: Network;
  bot: Bot;
  params: Parameters;
}

/** A result that carries a `description`, as the webhook calls do. */
export class Described {
  readonly result: unknown;
  readonly description: string;

  constructor(result: unknown, description: string) {
    this.result = result;
    this.description = description;
  }
}

export type Method = (call: Call) => unknown;

export const chatKey = (bot: number, person: number): string => `${bot}:${person}`;

/** The chat named by `chat_id`, whether or not the bot may still write there. */
export function accessChat({ network, bot, params }: Call): Chat {
  const id = params.text("chat_id");
  if (!id) throw badRequest("chat_id is empty");
  const chat = network.chats.get(chatKey(bot.user.id, Number(id)));
  if (chat?.startedOn !== undefined) return chat;
  if (network.people.has(Number(id))) throw forbidden("bot can't initiate conversation with a user");
  throw badRequest("chat not found");
}

/** A call that makes something appear on the client's phone is refused when the bot may not write there. */
export function accessWritableChat(call: Call): Chat {
  const chat = accessChat(call);
  if (chat.person.deactivatedOn !== undefined) throw forbidden("user is deactivated");
  if (chat.blockedOn !== undefined) throw forbidden("bot was blocked by the user");
  return chat;
}
