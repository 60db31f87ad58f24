import { type Bot, botById, type Network, type Person } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import type { Account, Phones } from "../phone.ts";
import { createBot } from "./bots.ts";
import { Phone } from "./phone.ts";
import { removeWebhook } from "./webhook.ts";

/** Telegram's people and bots. */
export interface TelegramPhones extends Phones {
  phone(account: number, person: Person): Phone;
}

export const telegramPhones = perNetwork(open);

function open(network: Network): TelegramPhones {
  const phones = new Map<string, Phone>();

  function access(account: number): Bot {
    const bot = botById(network, account);
    if (!bot) throw new Error(`There is no bot ${account}`);
    return bot;
  }

  return {
    features: {
      kinds: [
        ...(["text", "photo", "video", "video_note", "animation", "audio", "voice", "document"] as const),
        ...(["sticker", "location", "venue", "contact", "unsupported"] as const),
      ],
      albums: true,
      quotes: true,
      reacts: true,
      edits: true,
      deletes: false,
      reads: false,
      keys: "message",
      begins: "Start",
      leaves: "block",
    },
    accounts: () => [...network.bots.values()].map(viewAccount),
    createAccount: (wanted) => viewAccount(createBot(network, wanted)),
    phone(account, person) {
      const key = `${account}:${person.user.id}`;
      const phone = phones.get(key) ?? new Phone(network, access(account), person);
      phones.set(key, phone);
      return phone;
    },
    people(account) {
      const chats = [...network.chats.values()].filter(
        ({ bot, messages }) => bot.user.id === account && messages.size > 0,
      );
      return chats.map(({ person }) => person.user.id);
    },
    async delivered(account, timeoutMs = 5_000) {
      const { queue } = access(account);
      await network.live.when(() => queue.size === 0, timeoutMs, "the bot to receive its updates");
    },
    async repeat(account, times) {
      const { queue, webhook } = access(account);
      const last = queue.history().at(-1);
      if (!last) throw new Error("This bot has had no update yet");
      const statuses: number[] = [];
      for (let n = 0; n < times; n += 1) {
        if (webhook) statuses.push(await webhook.sender.post(last));
        else queue.repeat(last, network.timing.updateLifeMs);
      }
      return statuses;
    },
    hold: (account) => access(account).queue.hold(),
    release: (account, order) => access(account).queue.release(order),
    stop() {
      for (const bot of network.bots.values()) {
        bot.poller?.end(null);
        removeWebhook(bot);
      }
    },
  };
}

function viewAccount({ user, token }: Bot): Account {
  const { id, first_name: name, username } = user;
  return {
    id,
    platform: "telegram",
    externalId: String(id),
    name,
    handle: `@${username}`,
    connect: { bot_id: token },
  };
}
