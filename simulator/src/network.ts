import type { Message, Update, User, UserFromGetMe } from "@grammyjs/types";
import { Faults } from "./faults.ts";
import { Files } from "./files.ts";
import { Live } from "./live.ts";
import { Requests } from "./requests.ts";
import type { WebhookSender } from "./telegram/deliver.ts";
import type { UpdateQueue } from "./telegram/queue.ts";
import { type Timing, telegramTiming } from "./timing.ts";

export interface Webhook {
  url: string;
  secret?: string;
  maxConnections: number;
  ipAddress?: string;
  hasCertificate: boolean;
  sender: WebhookSender;
  lastErrorOn?: number;
  lastError?: string;
}

export interface Poller {
  end(refusal: Error | null): void;
}

export interface Bot {
  token: string;
  user: UserFromGetMe;
  queue: UpdateQueue;
  /** The kinds the bot asked for; undefined is Telegram's default, which leaves reactions out. */
  allowedUpdates?: string[];
  webhook?: Webhook;
  poller?: Poller;
  callbacks: Map<string, { chat: Chat; askedOn: number }>;
}

export interface Person {
  user: User;
  /** The only platform this person uses; undefined: any. */
  platform?: string;
  phone?: string;
  /** The e-mail address in lower case; made from the id when omitted. */
  address?: string;
  bio?: string;
  /** Unique ids of profile pictures, newest first. */
  pictures: string[];
  deactivatedOn?: number;
}

export interface Kept {
  message: Message;
  fromBot: boolean;
  /** The time when the bot's side received the update; the phone shows it as the second tick. */
  receivedOn?: number;
  deletedOn?: number;
  keyboard?: Record<string, unknown>;
  reactions: { client?: string; bot?: string };
}

export interface Chat {
  bot: Bot;
  person: Person;
  messages: Map<number, Kept>;
  lastMessageId: number;
  startedOn?: number;
  blockedOn?: number;
}

export interface Network {
  bots: Map<string, Bot>;
  people: Map<number, Person>;
  chats: Map<string, Chat>;
  files: Files;
  faults: Faults;
  requests: Requests;
  live: Live;
  timing: Timing;
  allowInsecureWebhooks: boolean;
  /** The port of the simulator; 0: any free one. */
  port: number;
  now(): number;
}

export interface NetworkOptions {
  /** The port; 0, the default, chooses any free one. */
  port?: number;
  /** Lets webhooks be plain http on a loopback address, on any port. */
  allowInsecureWebhooks?: boolean;
  timing?: Partial<Timing>;
  now?: () => number;
}

/** An update before it has its number. Kinds are passed on unchanged, so their fields are not typed here. */
export type UpdateBody = { [Kind in Exclude<keyof Update, "update_id">]?: object };

export function openNetwork(options: NetworkOptions = {}): Network {
  const now = options.now ?? Date.now;
  return {
    bots: new Map(),
    people: new Map(),
    chats: new Map(),
    files: new Files(),
    faults: new Faults(),
    requests: new Requests(),
    live: new Live(),
    timing: { ...telegramTiming, ...options.timing },
    allowInsecureWebhooks: options.allowInsecureWebhooks ?? false,
    port: options.port ?? 0,
    now,
  };
}

export const unixSeconds = (network: Network): number => Math.floor(network.now() / 1000);

export function botById(network: Network, id: number): Bot | undefined {
  for (const bot of network.bots.values()) if (bot.user.id === id) return bot;
  return undefined;
}
