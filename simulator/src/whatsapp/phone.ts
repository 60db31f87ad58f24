// A client's acts on their phone, as calls of the business's webhook.
import type { TypesThat } from "@parley/contract/timeline";
import type { Network } from "../network.ts";
import { enqueue } from "./hooks.ts";
import { header, publish, report } from "./messages.ts";
import { type Chat, type Kept, newMessageId, type Person, type PhoneNumber, stateOf } from "./state.ts";

type Content = { type: string } & Record<string, unknown>;

export class WhatsAppPhone {
  readonly #network: Network;
  readonly #chat: Chat;

  constructor(network: Network, number: PhoneNumber, person: Person) {
    this.#network = network;
    this.#chat = stateOf(network).chat(number, person);
  }

  messages(): readonly Kept[] {
    return this.#chat.messages;
  }

  get typed(): boolean {
    return this.#chat.typed;
  }

  write(text: string, quotes: string | null = null): Kept {
    return this.send({ type: "text", text: { body: text } }, quotes);
  }

  /** Sends media of any kind; the provider keeps the bytes and gives the business their id. */
  sendMedia(
    type: TypesThat<"file"> | "sticker",
    { bytes, mime, name }: { bytes: Buffer; mime: string; name?: string },
    more: Record<string, unknown> = {},
    quotes: string | null = null,
  ): Kept {
    const { id } = stateOf(this.#network).keepMedia(this.#chat.number.id, { bytes, mime, name });
    return this.send(
      {
        type,
        [type]: {
          id,
          mime_type: mime,
          sha256: "c2ltdWxhdGVk",
          ...(name && type === "document" && { filename: name }),
          ...more,
        },
      },
      quotes,
    );
  }

  /** Sends any content in the provider's form. */
  send(content: Content, quotes: string | null = null): Kept {
    const kept: Kept = {
      id: newMessageId(),
      fromBusiness: false,
      on: this.#network.now(),
      content,
      quotes,
      reactions: {},
    };
    this.#chat.messages.push(kept);
    const received = () => {
      kept.received = true;
      publish(this.#network, this.#chat);
    };
    this.#report({ id: kept.id, ...content, ...(quotes && { context: { id: quotes } }) }, { received });
    return kept;
  }

  edit(id: string, text: string): void {
    const kept = this.#own(id);
    const field = kept.content.type;
    const part = (kept.content[field] ?? {}) as Record<string, unknown>;
    const changed = field === "text" ? { ...part, body: text } : { ...part, caption: text };
    kept.content = { ...kept.content, [field]: changed };
    this.#report({
      id: newMessageId(),
      type: "edit",
      edit: { original_message_id: id, message: kept.content },
    });
  }

  /** Deletes a message on both sides. */
  remove(id: string): void {
    this.#own(id).deleted = true;
    this.#report({ id: newMessageId(), type: "revoke", revoke: { original_message_id: id } });
  }

  react(id: string, emoji: string | null): void {
    const kept = this.#find(id);
    kept.reactions.client = emoji ?? undefined;
    this.#report({
      id: newMessageId(),
      type: "reaction",
      reaction: { message_id: id, ...(emoji && { emoji }) },
    });
  }

  /** Presses a button of a message from the business, by its title. */
  press(id: string, title: string): Kept {
    const { content, filled } = this.#find(id);
    const payload = filled?.quickReplies[title];
    if (payload !== undefined) return this.send({ type: "button", button: { payload, text: title } }, id);
    const interactive = content.interactive as
      | { action?: { buttons?: { reply: { id: string; title: string } }[] } }
      | undefined;
    const reply = interactive?.action?.buttons?.find((one) => one.reply.title === title)?.reply;
    if (!reply) throw new Error(`There is no button ${title}`);
    return this.send({ type: "interactive", interactive: { type: "button_reply", button_reply: reply } }, id);
  }

  /** Opens the chat: the business's messages are read. */
  read(): void {
    for (const kept of this.#chat.messages)
      if (kept.fromBusiness && kept.status !== "read" && kept.status !== "failed")
        report(this.#network, this.#chat, kept, "read");
  }

  report(id: string, ...given: [status: "sent" | "delivered" | "read"] | ["failed", code: number]): void {
    const [status, code] = given;
    report(this.#network, this.#chat, this.#find(id), status, code === undefined ? undefined : { code });
  }

  /** The client moves to another number; the chat goes on. */
  changeNumber(waId: string, userId?: string): void {
    const { person, number } = this.#chat;
    const before = { ...person };
    const { people, chats } = stateOf(this.#network);
    people.delete(before.userId);
    chats.delete(`${number.id} ${before.userId}`);
    person.waId = waId;
    if (userId) person.userId = userId;
    people.set(person.userId, person);
    chats.set(`${number.id} ${person.userId}`, this.#chat);
    const system = {
      type: "user_changed_number",
      body: `${person.name} changed their number`,
      wa_id: waId,
      ...(userId && { user_id: userId }),
    };
    this.#report({ id: newMessageId(), type: "system", system }, { person: before, contacts: false });
  }

  #report(
    message: Record<string, unknown>,
    {
      person = this.#chat.person,
      contacts = true,
      received,
    }: { person?: Person; contacts?: boolean; received?: () => void } = {},
  ): void {
    const { number } = this.#chat;
    const { waId, userId, name, username } = person;
    const change = {
      field: "messages",
      value: {
        ...header(number),
        ...(contacts && {
          contacts: [
            {
              profile: { name, ...(username && { username }) },
              ...(waId && { wa_id: waId }),
              user_id: userId,
            },
          ],
        }),
        messages: [
          {
            ...(waId && { from: waId }),
            from_user_id: userId,
            timestamp: String(Math.floor(this.#network.now() / 1000)),
            ...message,
          },
        ],
      },
    };
    enqueue(this.#network, number, change, received);
  }

  #find(id: string): Kept {
    const kept = this.#chat.messages.find((one) => one.id === id);
    if (!kept) throw new Error(`There is no message ${id}`);
    return kept;
  }

  #own(id: string): Kept {
    const kept = this.#find(id);
    if (kept.fromBusiness) throw new Error("The business wrote this");
    return kept;
  }
}
