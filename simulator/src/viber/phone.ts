import { fileUrl, viewFile } from "../files.ts";
import type { Network } from "../network.ts";
import { storeOutgoing } from "../outgoing-file.ts";
import type { Outgoing, OutgoingMedia, PhoneChat, PhoneMessage } from "../phone.ts";
import type { ViberChat } from "./accounts.ts";
import { reportMessage, reportSeen, reportStarted, reportSubscribed, reportUnsubscribed } from "./events.ts";
import { show } from "./send.ts";

const unable = (): never => {
  throw new Error("This platform has no such thing");
};

/** One person's Viber towards one account. */
export class ViberPhone implements PhoneChat {
  readonly chat: ViberChat;
  #network: Network;

  constructor(network: Network, chat: ViberChat) {
    this.#network = network;
    this.chat = chat;
  }

  get externalId(): string {
    return this.chat.userId;
  }

  get blocked(): boolean {
    return this.chat.left;
  }

  messages(): PhoneMessage[] {
    return this.chat.log.messages();
  }

  async send(outgoing: Outgoing): Promise<PhoneMessage> {
    const { written, message } = await this.#prepare(outgoing);
    const { log } = this.chat;
    const shown = log.add({ side: "client", ...written });
    const received = () => void log.change(shown.id, { received: true }, "received");
    const externalId = reportMessage(this.#network, this.chat, message, { received });
    return log.change(shown.id, { externalId }, "edit");
  }

  /** The action of the button that opens the chat. */
  async begin(): Promise<void> {
    reportStarted(this.#network, this.chat, (answer) => this.#welcome(answer));
  }

  /** The chat shows nothing for a press on a silent key. */
  press(id: number, button: string): string | null {
    const keys = this.chat.log.access(id).buttons?.flat() ?? [];
    const key = keys.find(({ text, data }) => text === button || data === button);
    if (!key?.data) throw new Error(`There is no button ${button}`);
    return reportMessage(this.#network, this.chat, { type: "text", text: key.data }, { silent: true });
  }

  readAll(): void {
    const { log, seen } = this.chat;
    const unread = log
      .messages()
      .filter(({ side, externalId }) => side === "bot" && externalId && !seen.has(externalId));
    for (const { externalId } of unread) if (externalId) seen.add(externalId);
    const newest = unread.at(-1)?.externalId;
    if (newest) reportSeen(this.#network, this.chat, newest);
  }

  block(): void {
    reportUnsubscribed(this.#network, this.chat);
    this.chat.log.showMembership();
  }

  unblock(): void {
    reportSubscribed(this.#network, this.chat);
    this.chat.log.showMembership();
  }

  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs?: number): Promise<PhoneMessage> {
    return this.chat.log.waitFor(fits, timeoutMs);
  }

  sendAlbum = unable;
  edit = unable;
  remove = unable;
  react = unable;

  #welcome(answer: string): void {
    const { text } = JSON.parse(answer || "{}") as { text?: string };
    if (text) show(this.chat, { side: "bot", type: "text", text });
  }

  async #prepare(outgoing: Outgoing) {
    switch (outgoing.type) {
      case "text":
        return {
          written: { type: "text" as const, text: outgoing.text },
          message: { type: "text", text: outgoing.text },
        };
      case "location": {
        const { latitude, longitude } = outgoing;
        return {
          written: { type: "location" as const, place: { latitude, longitude } },
          message: { type: "location", location: { lat: latitude, lon: longitude } },
        };
      }
      case "contact":
        return contactOf(outgoing, this.chat);
      case "venue":
        return unable();
      case "unsupported":
        return {
          written: { type: "other" as const, text: "Poll" },
          message: { type: "poll" },
        };
      default:
        return this.#media(outgoing);
    }
  }

  async #media(outgoing: OutgoingMedia) {
    const stored = await storeOutgoing(this.#network, outgoing);
    const { caption, type } = outgoing;
    const address = `${this.chat.account.origin}${fileUrl(stored.uniqueId)}`;
    const kind =
      type === "photo" ? "picture" : type === "video" ? "video" : type === "sticker" ? "sticker" : "file";
    const name = stored.name ?? stored.path.split("/").at(-1);
    return {
      written: { type, text: caption, media: viewFile(stored), emoji: stored.emoji },
      message: {
        type: kind,
        media: address,
        ...(caption && kind === "picture" && { text: caption }),
        ...(kind === "file" && { file_name: name, file_size: stored.size }),
        ...(kind === "video" && { size: stored.size, duration: stored.duration }),
        ...(kind === "sticker" && { sticker_id: 40_100 }),
      },
    };
  }
}

type Contact = Extract<Outgoing, { type: "contact" }>;

function contactOf(outgoing: Contact, { person: { user, phone } }: ViberChat) {
  const name = [outgoing.firstName ?? user.first_name, outgoing.lastName].filter(Boolean).join(" ");
  const number = outgoing.phone ?? phone ?? "";
  return {
    written: { type: "contact" as const, contact: { name, phone: number } },
    message: { type: "contact", contact: { name, phone_number: number } },
  };
}
