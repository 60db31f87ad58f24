import { fileUrl, viewFile } from "../files.ts";
import type { Network } from "../network.ts";
import { storeOutgoing } from "../outgoing-file.ts";
import type { Outgoing, OutgoingMedia, PhoneChat, PhoneMessage } from "../phone.ts";
import { type GatewayChat, gatewaysOf } from "./accounts.ts";
import { handInMessage, handInReceipt } from "./hand-in.ts";

const unable = (): never => {
  throw new Error("This platform has no such thing");
};

/** One person's phone towards one gateway. */
export class GatewayPhone implements PhoneChat {
  readonly chat: GatewayChat;
  #network: Network;

  constructor(network: Network, chat: GatewayChat) {
    this.#network = network;
    this.chat = chat;
  }

  get externalId(): string {
    return this.chat.number;
  }

  get blocked(): boolean {
    return this.chat.blocked;
  }

  messages(): PhoneMessage[] {
    return this.chat.log.messages();
  }

  async send(outgoing: Outgoing): Promise<PhoneMessage> {
    const { log } = this.chat;
    const { written, said } = await this.#prepare(outgoing);
    const replyTo = log.quotation(outgoing.replyTo);
    const quotes = outgoing.replyTo === undefined ? undefined : log.access(outgoing.replyTo).externalId;
    const shown = log.add({ side: "client", ...written, ...(replyTo && { replyTo }) });
    const received = () => void log.change(shown.id, { received: true }, "received");
    const externalId = handInMessage(
      this.#network,
      this.chat,
      { ...said, ...(quotes && { quotes }) },
      received,
    );
    return log.change(shown.id, { externalId }, "edit");
  }

  readAll(): void {
    const unread = this.messages().filter(({ side, receipt }) => side === "bot" && receipt !== "read");
    for (const { externalId } of unread) if (externalId) handInReceipt(this.chat, externalId, "read");
  }

  block(): void {
    this.chat.blocked = true;
    this.chat.log.showMembership();
  }

  unblock(): void {
    this.chat.blocked = false;
    this.chat.log.showMembership();
  }

  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs?: number): Promise<PhoneMessage> {
    return this.chat.log.waitFor(fits, timeoutMs);
  }

  begin = unable;
  press = unable;
  sendAlbum = unable;
  edit = unable;
  remove = unable;
  react = unable;

  async #prepare(outgoing: Outgoing) {
    switch (outgoing.type) {
      case "text":
        return { written: { type: "text" as const, text: outgoing.text }, said: { text: outgoing.text } };
      case "location": {
        const { latitude, longitude } = outgoing;
        const place = { latitude, longitude };
        return { written: { type: "location" as const, place }, said: { location: place } };
      }
      case "venue":
      case "contact":
      case "unsupported":
        return unable();
      default:
        return this.#media(outgoing);
    }
  }

  async #media(outgoing: OutgoingMedia) {
    const stored = await storeOutgoing(this.#network, outgoing);
    const { caption, type } = outgoing;
    const url = `${gatewaysOf(this.#network).url}${fileUrl(stored.uniqueId)}`;
    const name = stored.name ?? stored.path.split("/").at(-1) ?? "file";
    const media = viewFile(stored);
    return {
      written: { type, media, ...(caption && { text: caption }) },
      said: { ...(caption && { text: caption }), files: [{ url, name, type: media.mime }] },
    };
  }
}
