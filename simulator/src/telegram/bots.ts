import { randomBytes } from "node:crypto";
import { type Bot, botById, type Network } from "../network.ts";
import { UpdateQueue } from "./queue.ts";
import { removeWebhook } from "./webhook.ts";

export interface NewBot {
  token?: string;
  name?: string;
  username?: string;
}

export interface BotView {
  id: number;
  token: string;
  name: string;
  username: string;
  webhook: string | null;
  polling: boolean;
  waiting: number;
}

export function createBot(network: Network, { token, name = "Help", username }: NewBot = {}): Bot {
  const ids = [FIRST_BOT - 1, ...[...network.bots.values()].map((bot) => bot.user.id)];
  const id = token === undefined ? Math.max(...ids) + 1 : Number.parseInt(token, 10);
  const whole = token ?? newToken(id);
  if (!/^[1-9]\d*:\S+$/.test(whole)) throw new Error("A token is a positive number, a colon and a secret");
  if (botById(network, id)) throw new Error(`There is a bot ${id} already`);
  const bot: Bot = {
    token: whole,
    user: { ...CAPABILITIES, id, first_name: name, username: username ?? `bot_${id}_bot` },
    queue: new UpdateQueue(880_000_001, network.now, () =>
      network.live.publish({ type: "received", bot: id }),
    ),
    callbacks: new Map(),
  };
  network.bots.set(whole, bot);
  network.live.publish({ type: "world" });
  return bot;
}

/**
 * BotFather does the same: the bot gets a new token, the old one answers 401 from now on, and its webhook is
 * gone.
 */
export function revokeToken(network: Network, bot: Bot): Bot {
  bot.poller?.end(null);
  removeWebhook(bot);
  network.bots.delete(bot.token);
  bot.token = newToken(bot.user.id);
  network.bots.set(bot.token, bot);
  return bot;
}

export function viewBot({ user, token, webhook, poller, queue }: Bot): BotView {
  return {
    id: user.id,
    token,
    name: user.first_name,
    username: user.username,
    webhook: webhook?.url ?? null,
    polling: poller !== undefined,
    waiting: queue.size,
  };
}

const FIRST_BOT = 700_100_200;

const newToken = (id: number): string => `${id}:AA${randomBytes(25).toString("base64url").slice(0, 33)}`;

const CAPABILITIES = {
  is_bot: true,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
} as const;
