import { randomBytes } from "node:crypto";
import type { Update } from "@grammyjs/types";
import type { Fault, StandingFault } from "./faults.ts";
import { type Bot, botById, type Network, type Person, type UpdateBody } from "./network.ts";
import type { RecordedRequest, RequestFilter } from "./requests.ts";
import { avatar } from "./samples/avatar.ts";
import { plantWorld, type World } from "./seed.ts";
import { storeMedia } from "./telegram/media.ts";
import { Phone } from "./telegram/phone.ts";
import { UpdateQueue } from "./telegram/queue.ts";
import { removeWebhook } from "./telegram/webhook.ts";
import { fileUrl, fullName, type PhoneMessage } from "./view.ts";

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

export interface NewPerson {
  id?: number;
  firstName: string;
  lastName?: string;
  username?: string;
  language?: string;
  phone?: string;
  bio?: string;
  /** A drawn profile picture with long or short hair; `none` hides it. Default short. */
  picture?: "long" | "short" | "none";
}

export interface PersonView {
  id: number;
  name: string;
  firstName: string;
  lastName?: string;
  username?: string;
  language?: string;
  picture: string | null;
  deactivated: boolean;
}

/** The far side of the network, for tests, the demo and the phone page; the same acts are served as HTTP. */
export class Control {
  readonly #network: Network;
  readonly #phones = new Map<string, Phone>();

  constructor(network: Network) {
    this.#network = network;
  }

  createBot({ token, name = "Help", username }: NewBot = {}): BotView {
    const ids = [FIRST_BOT - 1, ...this.bots().map((bot) => bot.id)];
    const id = token === undefined ? Math.max(...ids) + 1 : Number.parseInt(token, 10);
    const whole = token ?? newToken(id);
    if (!/^[1-9]\d*:\S+$/.test(whole)) throw new Error("A token is a positive number, a colon and a secret");
    if (botById(this.#network, id)) throw new Error(`There is a bot ${id} already`);
    const bot: Bot = {
      token: whole,
      user: { ...CAPABILITIES, id, first_name: name, username: username ?? `bot_${id}_bot` },
      queue: new UpdateQueue(880_000_001, this.#network.now, () =>
        this.#network.live.publish({ type: "taken", bot: id }),
      ),
      callbacks: new Map(),
    };
    this.#network.bots.set(whole, bot);
    this.#network.live.publish({ type: "world" });
    return viewBot(bot);
  }

  bots(): BotView[] {
    return [...this.#network.bots.values()].map(viewBot);
  }

  /** As with BotFather: the bot gets a new token, the old one answers 401 from now on, and its webhook is gone. */
  revokeToken(botId: number): BotView {
    const bot = this.#bot(botId);
    bot.poller?.end(null);
    removeWebhook(bot);
    this.#network.bots.delete(bot.token);
    bot.token = newToken(botId);
    this.#network.bots.set(bot.token, bot);
    return viewBot(bot);
  }

  async createPerson(wanted: NewPerson): Promise<PersonView> {
    const { people } = this.#network;
    const id = wanted.id ?? 550_001 + people.size;
    if (people.has(id)) throw new Error(`There is a person ${id} already`);
    const person: Person = {
      user: {
        id,
        is_bot: false,
        first_name: wanted.firstName,
        last_name: wanted.lastName,
        username: wanted.username,
        language_code: wanted.language,
      },
      phone: wanted.phone,
      bio: wanted.bio,
      pictures: [],
    };
    people.set(id, person);
    if (wanted.picture !== "none") {
      const bytes = avatar(id, wanted.picture === "long");
      const picture = await storeMedia(this.#network, "photo", { bytes, mime: "image/svg+xml" });
      person.pictures.push(picture.uniqueId);
    }
    this.#network.live.publish({ type: "world" });
    return this.#viewPerson(person);
  }

  people(): PersonView[] {
    return [...this.#network.people.values()].map((person) => this.#viewPerson(person));
  }

  deactivate(personId: number): void {
    this.#person(personId).deactivatedOn = this.#network.now();
    this.#network.live.publish({ type: "world" });
  }

  phone({ bot, person }: { bot: number; person: number }): Phone {
    const key = `${bot}:${person}`;
    const known = this.#phones.get(key);
    if (known) return known;
    const phone = new Phone(this.#network, this.#bot(bot), this.#person(person));
    this.#phones.set(key, phone);
    return phone;
  }

  /** Every chat with this bot, and its last message. */
  chats(botId: number): { person: number; blocked: boolean; last: PhoneMessage | null }[] {
    const chats = [...this.#network.chats.values()].filter(({ bot }) => bot.user.id === botId);
    return chats.map(({ person }) => {
      const phone = this.phone({ bot: botId, person: person.user.id });
      return { person: person.user.id, blocked: phone.blocked, last: phone.messages().at(-1) ?? null };
    });
  }

  /** Any update, as it is; `update_id` is given here. */
  push(botId: number, body: UpdateBody, lane = "raw"): Update {
    return this.#bot(botId).queue.add(body, lane, this.#network.timing.updateLifeMs);
  }

  /** The update that carried this message, for `redeliver`. */
  updateOf(botId: number, personId: number, messageId: number): Update | undefined {
    return this.#bot(botId)
      .queue.history()
      .find(({ message }) => message?.chat.id === personId && message.message_id === messageId);
  }

  /** Delivers a known update again; answers the webhook's statuses, or nothing where the bot polls. */
  async redeliver(botId: number, updateId: number, { times = 1, parallel = false } = {}): Promise<number[]> {
    const bot = this.#bot(botId);
    const update = bot.queue.remembered(updateId);
    if (!update) throw new Error(`Update ${updateId} is not remembered`);
    const { webhook } = bot;
    if (!webhook) {
      for (let n = 0; n < times; n += 1) bot.queue.repeat(update, this.#network.timing.updateLifeMs);
      return [];
    }
    if (parallel) return Promise.all(Array.from({ length: times }, () => webhook.sender.post(update)));
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push(await webhook.sender.post(update));
    return statuses;
  }

  /** Resolves once the bot has confirmed everything it was sent. */
  drained(botId: number, timeoutMs = 5_000): Promise<true> {
    const bot = this.#bot(botId);
    return this.#network.live.when(() => bot.queue.size === 0, timeoutMs, "the bot to take its updates");
  }

  addFault(fault: Fault): number {
    return this.#network.faults.add(fault);
  }

  faults(): StandingFault[] {
    return this.#network.faults.list();
  }

  clearFaults(id?: number): void {
    this.#network.faults.clear(id);
  }

  requests(filter?: RequestFilter): RecordedRequest[] {
    return this.#network.requests.find(filter);
  }

  clearRequests(): void {
    this.#network.requests.clear();
  }

  /** The first request, past or coming, that fits the filter. */
  waitForRequest(filter: RequestFilter, timeoutMs = 5_000): Promise<RecordedRequest> {
    return this.#network.live.when(
      () => this.requests(filter)[0],
      timeoutMs,
      `a ${filter.method ?? ""} request`,
    );
  }

  seed(world?: World): Promise<{ bots: BotView[]; people: PersonView[] }> {
    return plantWorld(this, world);
  }

  #bot(id: number): Bot {
    const bot = botById(this.#network, id);
    if (!bot) throw new Error(`There is no bot ${id}`);
    return bot;
  }

  #person(id: number): Person {
    const person = this.#network.people.get(id);
    if (!person) throw new Error(`There is no person ${id}`);
    return person;
  }

  #viewPerson({ user, pictures, deactivatedOn }: Person): PersonView {
    return {
      id: user.id,
      name: fullName(user),
      firstName: user.first_name,
      lastName: user.last_name,
      username: user.username,
      language: user.language_code,
      picture: pictures[0] ? fileUrl(pictures[0]) : null,
      deactivated: deactivatedOn !== undefined,
    };
  }
}

const FIRST_BOT = 700_100_200;

const newToken = (id: number): string => `${id}:AA${randomBytes(25).toString("base64url").slice(0, 33)}`;

function viewBot({ user, token, webhook, poller, queue }: Bot): BotView {
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
