import type { Network, Person } from "../network.ts";
import { storeOutgoing } from "../outgoing-file.ts";
import type { Outgoing, OutgoingMedia, PhoneChat, PhoneMessage } from "../phone.ts";
import { WhatsAppPhone } from "./phone.ts";
import { type Chat, type Kept, type PhoneNumber, stateOf, type Person as WhatsAppPerson } from "./state.ts";
import { viewKept } from "./view.ts";

/** A person's chat with a number, as the page and the control play it. Its ids are indexes in the chat. */
export class PlayedPhone implements PhoneChat {
  readonly number: PhoneNumber;
  readonly person: Person;
  #network: Network;
  #phone: WhatsAppPhone;
  #chat: Chat;
  /** The state published last, to find changes. */
  #published = new Map<number, string>();
  #typingUntil = 0;

  constructor(network: Network, number: PhoneNumber, person: Person, joined: WhatsAppPerson) {
    this.#network = network;
    this.number = number;
    this.person = person;
    this.#phone = new WhatsAppPhone(network, number, joined);
    this.#chat = stateOf(network).chat(number, joined);
  }

  get externalId(): string {
    return this.#chat.person.userId;
  }

  get blocked(): boolean {
    return this.#chat.blocked;
  }

  messages(): PhoneMessage[] {
    return this.#chat.messages.flatMap((kept, index) =>
      kept.deleted || kept.undelivered ? [] : [viewKept(this.#network, this.#chat, kept, index + 1)],
    );
  }

  async send(outgoing: Outgoing): Promise<PhoneMessage> {
    if (this.blocked) throw new Error("The client has blocked this number");
    const answers = outgoing.replyTo === undefined ? null : this.#kept(outgoing.replyTo).id;
    const kept =
      "file" in outgoing || isMedia(outgoing)
        ? await this.#sendMedia(outgoing as OutgoingMedia, answers)
        : this.#phone.send(contentOf(outgoing, this.person), answers);
    return this.#show(kept);
  }

  /** WhatsApp shows an album as one, and hands it over piece by piece. */
  async sendAlbum(pieces: OutgoingMedia[]): Promise<PhoneMessage[]> {
    const sent: PhoneMessage[] = [];
    for (const piece of pieces) sent.push(await this.send(piece));
    return sent;
  }

  async begin(): Promise<void> {
    throw new Error("A WhatsApp chat begins with its first message");
  }

  edit(id: number, text: string): PhoneMessage {
    const kept = this.#kept(id);
    this.#phone.edit(kept.id, text);
    kept.editedOn = this.#network.now();
    return this.#show(kept);
  }

  remove(id: number): void {
    this.#phone.remove(this.#kept(id).id);
    this.publishChanges();
  }

  react(id: number, emoji: string | null): PhoneMessage {
    const kept = this.#kept(id);
    this.#phone.react(kept.id, emoji);
    return this.#show(kept);
  }

  press(id: number, button: string): string | null {
    const pressed = this.#phone.press(this.#kept(id).id, button);
    this.publishChanges();
    return pressed.id;
  }

  readAll(): void {
    if (this.#chat.messages.some(isUnread)) this.#phone.read();
  }

  block(): void {
    this.#setBlocked(true);
  }

  unblock(): void {
    this.#setBlocked(false);
  }

  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs = 5_000): Promise<PhoneMessage> {
    return this.#network.live.when(() => this.messages().find(fits), timeoutMs, "a message on the phone");
  }

  /** Shows the changes since the last time on an open page. */
  publishChanges(): void {
    const names = { account: Number(this.number.id), person: this.person.user.id };
    const shown = this.messages();
    const ids = new Set(shown.map(({ id }) => id));
    for (const id of this.#published.keys())
      if (!ids.has(id)) {
        this.#published.delete(id);
        this.#network.live.publish({ type: "delete", ...names, id });
      }
    for (const message of shown) {
      const before = this.#published.get(message.id);
      const now = JSON.stringify(message);
      if (before === now) continue;
      this.#published.set(message.id, now);
      this.#network.live.publish({ type: before ? "edit" : "message", ...names, message });
    }
    const { typingUntil } = this.#chat;
    const forMs = typingUntil - this.#network.now();
    if (typingUntil !== this.#typingUntil && forMs > 0)
      this.#network.live.publish({ type: "action", ...names, action: "typing", forMs });
    this.#typingUntil = typingUntil;
  }

  async #sendMedia(outgoing: OutgoingMedia, answers: string | null): Promise<Kept> {
    const file = await storeOutgoing(this.#network, outgoing);
    const { caption } = outgoing;
    const kind = KINDS[outgoing.type];
    const kept = this.#phone.sendMedia(
      kind,
      { bytes: file.bytes, mime: file.mime, name: file.name },
      { ...(caption && { caption }), ...(outgoing.type === "voice" && { voice: true }) },
      answers,
    );
    kept.file = file;
    return kept;
  }

  #setBlocked(blocked: boolean): void {
    this.#chat.blocked = blocked;
    this.#network.live.publish({
      type: "chat",
      account: Number(this.number.id),
      person: this.person.user.id,
    });
  }

  #show(kept: Kept): PhoneMessage {
    this.publishChanges();
    return viewKept(this.#network, this.#chat, kept, this.#chat.messages.indexOf(kept) + 1);
  }

  #kept(id: number): Kept {
    const kept = this.#chat.messages[id - 1];
    if (!kept || kept.deleted) throw new Error(`There is no message ${id} in this chat`);
    return kept;
  }
}

const KINDS = {
  photo: "image",
  video: "video",
  video_note: "video",
  animation: "video",
  audio: "audio",
  voice: "audio",
  document: "document",
  sticker: "sticker",
} as const;

const isMedia = ({ type }: Outgoing): boolean => type in KINDS;

const isUnread = ({ fromBusiness, status }: Kept): boolean =>
  fromBusiness && (status === "sent" || status === "delivered");

function contentOf(outgoing: Outgoing, { user, phone }: Person): { type: string } & Record<string, unknown> {
  switch (outgoing.type) {
    case "text":
      return { type: "text", text: { body: outgoing.text } };
    case "location": {
      const { latitude, longitude } = outgoing;
      return { type: "location", location: { latitude, longitude } };
    }
    case "venue": {
      const { latitude, longitude, title, address } = outgoing;
      return { type: "location", location: { latitude, longitude, name: title, address } };
    }
    case "contact": {
      const first = outgoing.firstName ?? user.first_name;
      const last = outgoing.phone === undefined ? user.last_name : outgoing.lastName;
      const name = {
        formatted_name: [first, last].filter(Boolean).join(" "),
        first_name: first,
        last_name: last,
      };
      const number = outgoing.phone ?? phone ?? "";
      const phones = [{ phone: number, wa_id: number.replace(/\D/g, ""), type: "CELL" }];
      return { type: "contacts", contacts: [{ name, phones }] };
    }
    default:
      return {
        type: "unsupported",
        unsupported: { type: "poll_creation" },
        errors: [{ code: 131051, title: "Message type unknown", message: "Message type unknown" }],
      };
  }
}
