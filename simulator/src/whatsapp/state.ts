// The provider's state: apps, accounts with their numbers, people, chats and media.
import { randomBytes, randomInt } from "node:crypto";
import type { StoredFile } from "../files.ts";
import { perNetwork } from "../per-network.ts";
import type { FilledTemplate } from "./template-message.ts";

export interface App {
  id: string;
  secret: string;
  /** The address set in the provider's dashboard; null for none. */
  callbackUrl: string | null;
}

export interface Token {
  token: string;
  appId: string;
  wabas: Set<string>;
}

/** This function carries calls to a desk. A test sets its own, so that nothing has to listen. */
export interface Reach {
  get(url: string): Promise<{ status: number; body: string }>;
  post(url: string, headers: Record<string, string>, body: string): Promise<number>;
}

export interface PhoneNumber {
  id: string;
  wabaId: string;
  /** The number as shown: "+380 44 000 1122". */
  display: string;
  name: string;
  pin: string | null;
  registered: boolean;
  /** Green when omitted. */
  quality?: "GREEN" | "YELLOW" | "RED";
  /** The address of each app's calls for this number, instead of the app's own. */
  overrides: Map<string, string>;
  /** True to send `sent` and `delivered` automatically. */
  receipts: boolean;
  reach: Reach;
}

export interface Waba {
  id: string;
  name: string;
  /** Apps that are called. */
  subscribed: Set<string>;
}

export interface Person {
  /** Null: the person shows no number. */
  waId: string | null;
  userId: string;
  /** Kinds that reach the person only by their number. */
  byNumber?: string[];
  name: string;
  username?: string;
}

export type Status = "sent" | "delivered" | "read" | "failed";

export interface Kept {
  id: string;
  fromBusiness: boolean;
  /** The time in milliseconds. */
  on: number;
  /** The content as sent: `{ type, text: … }`. */
  content: { type: string } & Record<string, unknown>;
  quotes: string | null;
  callbackData?: string;
  status?: Status;
  deleted?: boolean;
  editedOn?: number;
  /** The person blocked the business: the message is accepted, and never arrives. */
  undelivered?: boolean;
  /** A template with its values, for the phone. */
  filled?: FilledTemplate;
  /** A medium for the phone. */
  file?: StoredFile;
  /** The business marked it as read. */
  seen?: boolean;
  /** True when the business's side has received a person's message. */
  received?: boolean;
  reactions: { client?: string; business?: string };
}

export interface Chat {
  number: PhoneNumber;
  person: Person;
  messages: Kept[];
  /** The time until which the business is shown as typing. */
  typingUntil: number;
  typed: boolean;
  /** The person has blocked the business. */
  blocked: boolean;
}

export interface Media {
  id: string;
  numberId: string;
  bytes: Buffer;
  mime: string;
  name?: string;
}

export class WhatsAppState {
  readonly apps = new Map<string, App>();
  readonly tokens = new Map<string, Token>();
  readonly wabas = new Map<string, Waba>();
  readonly numbers = new Map<string, PhoneNumber>();
  readonly people = new Map<string, Person>();
  readonly chats = new Map<string, Chat>();
  readonly media = new Map<string, Media>();

  chat(number: PhoneNumber, person: Person): Chat {
    const key = `${number.id} ${person.userId}`;
    const known = this.chats.get(key);
    if (known) return known;
    const chat: Chat = { number, person, messages: [], typingUntil: 0, typed: false, blocked: false };
    this.chats.set(key, chat);
    return chat;
  }

  find(numberId: string, messageId: string): { chat: Chat; kept: Kept } | null {
    for (const chat of this.chats.values()) {
      const kept = chat.number.id === numberId && chat.messages.find(({ id }) => id === messageId);
      if (kept) return { chat, kept };
    }
    return null;
  }

  keepMedia(numberId: string, media: Omit<Media, "id" | "numberId">): Media {
    const kept = { ...media, numberId, id: newId() };
    this.media.set(kept.id, kept);
    return kept;
  }
}

/** The app in a desk's settings. */
export const INSTALLATION_APP: Readonly<App> = {
  id: "880011223344556",
  secret: "simulated-app-secret-of-the-desk",
  callbackUrl: null,
};
export const CONFIG_ID = "660011223344556";

export const stateOf = perNetwork(() => {
  const state = new WhatsAppState();
  state.apps.set(INSTALLATION_APP.id, { ...INSTALLATION_APP });
  return state;
});

/** 15 digits, so that it is a safe number too. */
export const newId = (): string => `${randomInt(100_000, 999_999)}${randomInt(100_000_000, 999_999_999)}`;

export const newMessageId = (): string => `wamid.${randomBytes(18).toString("base64")}`;
