import { randomInt } from "node:crypto";
import type { ChatMember, Message, ReactionTypeEmoji } from "@grammyjs/types";
import { type Bot, type Chat, type Kept, type Network, type Person, unixSeconds } from "../network.ts";
import type { Outgoing, OutgoingMedia, PhoneChat, PhoneMessage } from "../phone.ts";
import { newAlbumId } from "./album.ts";
import { append, find, names, openChat, publish, telegramChat } from "./chat.ts";
import { notify } from "./notify.ts";
import { contentOf } from "./outgoing.ts";
import { canonicalEmoji } from "./reactions.ts";
import { viewMessage } from "./view.ts";

/**
 * One person's chat with one bot, as on that person's phone. Each act reaches the bot as an update in Telegram's form.
 */
export class Phone implements PhoneChat {
  readonly #network: Network;
  readonly #chat: Chat;

  constructor(network: Network, bot: Bot, person: Person) {
    this.#network = network;
    this.#chat = openChat(network, bot, person);
  }

  start(payload?: string): Promise<PhoneMessage> {
    return this.write(payload ? `/start ${payload}` : "/start");
  }

  get externalId(): string {
    return String(this.#chat.person.user.id);
  }

  async begin(): Promise<void> {
    await this.start();
  }

  write(text: string, answering: { replyTo?: number; quote?: string } = {}): Promise<PhoneMessage> {
    return this.send({ type: "text", text, ...answering });
  }

  async send(outgoing: Outgoing): Promise<PhoneMessage> {
    this.#checkMayWrite();
    // Text has no file to prepare, so several texts written at once keep their order.
    const content = await contentOf(this.#network, this.#chat, outgoing);
    return this.#post(content);
  }

  /** One update per piece, tied together by `media_group_id`; the first carries the caption. */
  async sendAlbum(pieces: OutgoingMedia[]): Promise<PhoneMessage[]> {
    this.#checkMayWrite();
    const contents = await Promise.all(pieces.map((piece) => contentOf(this.#network, this.#chat, piece)));
    const media_group_id = newAlbumId();
    return contents.map((content) => this.#post({ ...content, media_group_id }));
  }

  edit(messageId: number, text: string): PhoneMessage {
    this.#checkMayWrite();
    const kept = this.#access(messageId);
    if (kept.fromBot) throw new Error("A client can edit only what the client wrote");
    const field = kept.message.text === undefined ? { caption: text } : { text };
    kept.message = { ...kept.message, ...field, edit_date: unixSeconds(this.#network) };
    notify(this.#network, this.#chat, { edited_message: kept.message }, "message", kept);
    publish(this.#network, this.#chat, kept, "edit");
    return this.#view(kept);
  }

  /** The bot gets no update, and keeps the message. */
  remove(messageId: number): void {
    throw new Error(`Telegram does not report to a bot that message ${messageId} was deleted`);
  }

  /** The bot gets no update for it. */
  readAll(): void {}

  /** Null removes the reaction. The bot gets it only if it asked for `message_reaction`. */
  react(messageId: number, emoji: string | null): PhoneMessage {
    const kept = this.#access(messageId);
    const before = kept.reactions.client;
    kept.reactions.client = emoji === null ? undefined : canonicalEmoji(emoji);
    const message_reaction = {
      chat: telegramChat(this.#chat),
      message_id: messageId,
      user: this.#chat.person.user,
      date: unixSeconds(this.#network),
      old_reaction: asReactions(before),
      new_reaction: asReactions(kept.reactions.client),
    };
    notify(this.#network, this.#chat, { message_reaction }, "reaction");
    publish(this.#network, this.#chat, kept, "reaction");
    return this.#view(kept);
  }

  /** Presses the inline button with this data (or this text) and returns the callback query's id. */
  press(messageId: number, button: string): string {
    const kept = this.#access(messageId);
    const buttons = (kept.message.reply_markup?.inline_keyboard ?? []).flat();
    const pressed = buttons.find(
      (one) => "callback_data" in one && [one.callback_data, one.text].includes(button),
    );
    if (!pressed || !("callback_data" in pressed)) {
      throw new Error(`Message ${messageId} has no button "${button}"`);
    }
    return this.pressRaw(messageId, pressed.callback_data);
  }

  /** A press with any data, as from a forged or outdated client. */
  pressRaw(messageId: number, data: string): string {
    const id = String(randomInt(2 ** 47));
    const { bot, person } = this.#chat;
    bot.callbacks.set(id, { chat: this.#chat, askedOn: this.#network.now() });
    const message = this.#chat.messages.get(messageId)?.message ?? {
      chat: telegramChat(this.#chat),
      message_id: messageId,
      date: 0 as const,
    };
    const callback_query = { id, from: person.user, message, chat_instance: `-${person.user.id}`, data };
    notify(this.#network, this.#chat, { callback_query }, "callback");
    return id;
  }

  block(): void {
    this.#setMembership("kicked");
  }

  unblock(): void {
    this.#setMembership("member");
  }

  get blocked(): boolean {
    return this.#chat.blockedOn !== undefined;
  }

  messages(): PhoneMessage[] {
    const shown = [...this.#chat.messages.values()].filter(({ deletedOn }) => deletedOn === undefined);
    return shown.map((kept) => this.#view(kept));
  }

  /** The first matching message, present or future. */
  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs = 5_000): Promise<PhoneMessage> {
    return this.#network.live.when(() => this.messages().find(fits), timeoutMs, "a message on the phone");
  }

  #post(content: Partial<Message>): PhoneMessage {
    this.#chat.startedOn ??= this.#network.now();
    const kept = append(this.#network, this.#chat, false, content);
    notify(this.#network, this.#chat, { message: kept.message }, "message", kept);
    return this.#view(kept);
  }

  #setMembership(status: "kicked" | "member"): void {
    const blocked = status === "kicked";
    if (blocked === this.blocked) return;
    this.#chat.blockedOn = blocked ? this.#network.now() : undefined;
    const my_chat_member = {
      chat: telegramChat(this.#chat),
      from: this.#chat.person.user,
      date: unixSeconds(this.#network),
      old_chat_member: this.#member(blocked ? "member" : "kicked"),
      new_chat_member: this.#member(status),
    };
    notify(this.#network, this.#chat, { my_chat_member }, "member");
    this.#network.live.publish({ type: "chat", ...names(this.#chat) });
  }

  #member(status: "kicked" | "member"): ChatMember {
    const { user } = this.#chat.bot;
    return status === "kicked" ? { status, user, until_date: 0 } : { status, user };
  }

  #access(messageId: number): Kept {
    const kept = find(this.#chat, messageId);
    if (!kept) throw new Error(`There is no message ${messageId} in this chat`);
    return kept;
  }

  #checkMayWrite(): void {
    if (this.blocked) throw new Error("The client has blocked this bot");
    if (this.#chat.person.deactivatedOn !== undefined) throw new Error("The client's account is deactivated");
  }

  #view(kept: Kept): PhoneMessage {
    return viewMessage(this.#network, this.#chat, kept);
  }
}

const asReactions = (emoji: string | undefined): ReactionTypeEmoji[] =>
  emoji ? [{ type: "emoji", emoji: emoji as ReactionTypeEmoji["emoji"] }] : [];
