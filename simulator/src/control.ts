import type { Update } from "@grammyjs/types";
import { addressOf } from "./email/world.ts";
import type { Fault, StandingFault } from "./faults.ts";
import { fileUrl } from "./files.ts";
import { type Bot, botById, type Network, type Person, type UpdateBody } from "./network.ts";
import {
  type Account,
  type NewAccount,
  type PhoneChat,
  type PhoneFeatures,
  type PhoneMessage,
  type Phones,
  type ReleaseOrder,
  releaseOrders,
} from "./phone.ts";
import { phonesOf } from "./registry.ts";
import type { RecordedRequest, RequestFilter } from "./requests.ts";
import { avatar } from "./samples/avatar.ts";
import { plantWorld, type World } from "./seed.ts";
import { type BotView, createBot, type NewBot, revokeToken, viewBot } from "./telegram/bots.ts";
import { storeMedia } from "./telegram/media.ts";
import type { Phone } from "./telegram/phone.ts";
import { type TelegramPhones, telegramPhones } from "./telegram/phones.ts";
import { fullName } from "./telegram/view.ts";

export interface NewPerson {
  id?: number;
  /** The only platform this person uses; any when omitted. */
  platform?: string;
  firstName: string;
  lastName?: string;
  username?: string;
  language?: string;
  phone?: string;
  address?: string;
  bio?: string;
  /** A drawn profile picture with long or short hair; `none` hides it. Short when omitted. */
  picture?: "long" | "short" | "none";
}

export interface PersonView {
  id: number;
  platform?: string;
  phone?: string;
  address: string;
  name: string;
  firstName: string;
  lastName?: string;
  username?: string;
  language?: string;
  picture: string | null;
  deactivated: boolean;
}

/**
 * The clients' and providers' side, for tests, the demo and the phone page; HTTP offers the same actions. Accounts and
 * chats are of any platform; bots, updates and `phone` are Telegram's.
 */
export class Control {
  readonly #network: Network;
  readonly #telegram: TelegramPhones;
  readonly #phones: Map<string, Phones>;

  constructor(network: Network) {
    this.#network = network;
    this.#telegram = telegramPhones(network);
    this.#phones = phonesOf(network);
  }

  /** The bots, numbers and other accounts of every platform. */
  accounts(): Account[] {
    return [...this.#phones.values()].flatMap((phones) => phones.accounts());
  }

  createAccount({ platform, ...wanted }: NewAccount): Account {
    return this.#platform(platform).createAccount(wanted);
  }

  features(): Record<string, PhoneFeatures> {
    return Object.fromEntries([...this.#phones].map(([platform, { features }]) => [platform, features]));
  }

  /** One person's chat with an account of any platform. */
  chat({ account, person }: { account: number; person: number }): PhoneChat {
    return this.#phonesOf(account).phone(account, this.#person(person));
  }

  /** Every chat with this account that has a message, and its last message. */
  chats(account: number): { person: number; blocked: boolean; last: PhoneMessage | null }[] {
    const phones = this.#phonesOf(account);
    return phones.people(account).map((id) => {
      const chat = phones.phone(account, this.#person(id));
      return { person: id, blocked: chat.blocked, last: chat.messages().at(-1) ?? null };
    });
  }

  /** Resolves when the desk has received everything for this account. */
  async delivered(account: number, timeoutMs?: number): Promise<void> {
    await this.#phonesOf(account).delivered(account, timeoutMs);
  }

  /**
   * Hands over the newest event again, as after a lost acknowledgement. Returns the desk's statuses, none where it
   * polls.
   */
  async repeat(account: number, times = 1): Promise<number[]> {
    return this.#phonesOf(account).repeat(account, times);
  }

  hold(account: number): void {
    this.#phonesOf(account).hold(account);
  }

  release(account: number, order: ReleaseOrder = "written"): void {
    if (!releaseOrders.includes(order)) throw new Error(`Unknown order: ${String(order)}`);
    this.#phonesOf(account).release(account, order);
  }

  /** Pushes a mailbox's mail to this address of the desk; null: the desk fetches it. */
  pushMail(account: number, to: { address: string; secret: string } | null): void {
    const { push } = this.#phonesOf(account);
    if (!push) throw new Error("Nothing of this account is pushed");
    if (to && !(URL.canParse(to.address) && to.secret)) throw new Error("An address and its secret, please");
    push(account, to);
  }

  /** Hands messages in with this key from now on. */
  giveKey(account: number, key: string): void {
    const { giveKey } = this.#phonesOf(account);
    if (!giveKey) throw new Error("This account needs no key");
    giveKey(account, key);
  }

  /** Ends all calls to the desk. */
  stop(): void {
    for (const phones of this.#phones.values()) phones.stop();
  }

  createBot(wanted?: NewBot): BotView {
    return viewBot(createBot(this.#network, wanted));
  }

  bots(): BotView[] {
    return [...this.#network.bots.values()].map(viewBot);
  }

  revokeToken(botId: number): BotView {
    return viewBot(revokeToken(this.#network, this.#bot(botId)));
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
      platform: wanted.platform,
      phone: wanted.phone ?? `+3598899${String(id).slice(-6).padStart(6, "0")}`,
      address: wanted.address?.toLowerCase(),
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
    return this.#telegram.phone(bot, this.#person(person));
  }

  /** Queues any update unchanged; `update_id` is assigned here. */
  push(botId: number, body: UpdateBody, lane = "raw"): Update {
    return this.#bot(botId).queue.add(body, lane, this.#network.timing.updateLifeMs);
  }

  /** The update that carried this message, for `redeliver`. */
  updateOf(botId: number, personId: number, messageId: number): Update | undefined {
    return this.#bot(botId)
      .queue.history()
      .find(({ message }) => message?.chat.id === personId && message.message_id === messageId);
  }

  /** Delivers a known update again; returns the webhook's statuses, or nothing where the bot polls. */
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
  async drained(botId: number, timeoutMs?: number): Promise<true> {
    await this.#telegram.delivered(botId, timeoutMs);
    return true;
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

  /** The first request, past or future, that matches the filter. */
  waitForRequest(filter: RequestFilter, timeoutMs = 5_000): Promise<RecordedRequest> {
    return this.#network.live.when(
      () => this.requests(filter)[0],
      timeoutMs,
      `a ${filter.method ?? ""} request`,
    );
  }

  seed(world?: World): Promise<{ accounts: Account[]; people: PersonView[] }> {
    return plantWorld(this, world);
  }

  #bot(id: number): Bot {
    const bot = botById(this.#network, id);
    if (!bot) throw new Error(`There is no bot ${id}`);
    return bot;
  }

  #platform(platform: string): Phones {
    const phones = this.#phones.get(platform);
    if (!phones) throw new Error(`There is no platform ${platform}`);
    return phones;
  }

  #phonesOf(account: number): Phones {
    for (const phones of this.#phones.values()) {
      if (phones.accounts().some(({ id }) => id === account)) return phones;
    }
    throw new Error(`There is no account ${account}`);
  }

  #person(id: number): Person {
    const person = this.#network.people.get(id);
    if (!person) throw new Error(`There is no person ${id}`);
    return person;
  }

  #viewPerson(person: Person): PersonView {
    const { user, platform, phone, pictures, deactivatedOn } = person;
    return {
      id: user.id,
      platform,
      phone,
      address: addressOf(person),
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
