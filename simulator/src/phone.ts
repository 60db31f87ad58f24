/**
 * A person's phone for one account of a business, the same for every platform: used by the control, the page, the life
 * and the sample world. Ids are the simulator's own numbers.
 */
import type { MediaKind } from "./files.ts";
import type { Person } from "./network.ts";

/** A message as the person's phone shows it. */
export interface PhoneMessage {
  id: number;
  /** The platform's id of it, where that differs. */
  externalId?: string;
  /** The time in ISO form. */
  at: string;
  side: "client" | "bot";
  type: "text" | MediaKind | "location" | "venue" | "contact" | "other";
  text?: string;
  /** The header of a template. */
  header?: string;
  footer?: string;
  media?: {
    url: string;
    name?: string;
    mime: string;
    size: number;
    width?: number;
    height?: number;
    duration?: number;
    thumbnail?: string;
  };
  place?: { latitude: number; longitude: number; title?: string; address?: string };
  contact?: { name: string; phone: string };
  emoji?: string;
  replyTo?: { id: number; side: "client" | "bot"; text: string };
  buttons?: { text: string; data?: string; url?: string }[][];
  /** Keys below the chat; the newest message with keys counts. */
  keyboard?: Record<string, unknown>;
  reactions: { client?: string; bot?: string };
  editedOn?: string;
  album?: string;
  mail?: PhoneMail;
  /** True if the account's side has received it. */
  received: boolean;
  /** True if the account's side reports that it was read. */
  read?: boolean;
  /** The furthest receipt of it that the account's side has got. */
  receipt?: "sent" | "delivered" | "read" | "failed";
}

export type MailAddress = { name: string; address: string };

/** The parts of a mail that a mail program shows beside the text. */
export type PhoneMail = {
  subject: string;
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress[];
  /** Message-IDs of the mails before it in its thread. */
  references: string[];
  /** The address that shows its HTML; null for text alone. */
  html: string | null;
  /** The quotation and the signature. */
  rest: string;
  files: NonNullable<PhoneMessage["media"]>[];
};

export interface FileInput {
  bytes?: Uint8Array;
  base64?: string;
  /** A photo is sent unchanged, as by a client that is no phone. */
  asIs?: boolean;
  /** One of the shipped samples; without any bytes the kind's own sample is sent. */
  sample?: string;
  name?: string;
  mime?: string;
  /** The size the platform states, for big files without their weight. */
  size?: number;
  width?: number;
  height?: number;
  duration?: number;
}

export interface Answering {
  /** The message id this answers. */
  replyTo?: number;
  /** The quoted part of that message. */
  quote?: string;
  /** The addressees of a mail. */
  mail?: OutgoingMail;
}

/** The parts of a mail beside the text. Without a subject it continues the latest one. */
export type OutgoingMail = {
  subject?: string;
  to?: MailAddress[];
  cc?: MailAddress[];
  /** An answer goes to all addresses of the mail. */
  all?: boolean;
  html?: string;
  files?: FileInput[];
  headers?: Record<string, string>;
  messageId?: string;
  /** Another person's address: a forgery, which the receiving server detects. */
  from?: MailAddress;
  /** The envelope's sender; empty for the null sender, which automatic mail has. */
  envelopeFrom?: string;
};

export type OutgoingMedia = Answering & {
  type: MediaKind;
  file?: FileInput;
  caption?: string;
  emoji?: string;
};

/** The messages a person may send. */
export type Outgoing =
  | (Answering & { type: "text"; text: string })
  | OutgoingMedia
  | (Answering & { type: "location"; latitude: number; longitude: number })
  | (Answering & { type: "venue"; latitude: number; longitude: number; title: string; address: string })
  | (Answering & { type: "contact"; phone?: string; firstName?: string; lastName?: string })
  /** A kind that the platform does not hand over, such as a poll. */
  | (Answering & { type: "unsupported" });

/** The abilities of a person on a platform. An ability that is not listed throws. */
export type PhoneFeatures = {
  kinds: readonly Outgoing["type"][];
  albums: boolean;
  quotes: boolean;
  reacts: boolean;
  edits: boolean;
  deletes: boolean;
  /** Showing the chat reports to the account that its messages were read. */
  reads: boolean;
  /** Buttons stand below their message, or below the chat while their message is the newest with any. */
  keys: "message" | "chat";
  /** The button that opens a chat without a message; null: a chat is opened by writing. */
  begins: string | null;
  /** The way a person stops the account from writing. */
  leaves: "block" | "unsubscribe";
};

export interface PhoneChat {
  /** The id by which the desk knows the person. */
  readonly externalId: string;
  /** True if the account may not write to the person: blocked, or no longer subscribed. */
  readonly blocked: boolean;
  messages(): PhoneMessage[];
  send(outgoing: Outgoing): Promise<PhoneMessage>;
  sendAlbum(pieces: OutgoingMedia[]): Promise<PhoneMessage[]>;
  /** The action of the `begins` button. */
  begin(): Promise<void>;
  edit(id: number, text: string): PhoneMessage;
  remove(id: number): void;
  /** Null removes the reaction. */
  react(id: number, emoji: string | null): PhoneMessage;
  /** Presses the button with this data or text. Returns the platform's id of the press, if it has one. */
  press(id: number, button: string): string | null;
  /** The person opens the chat: the account's messages are read. */
  readAll(): void;
  block(): void;
  unblock(): void;
  /** The first matching message, present or future. */
  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs?: number): Promise<PhoneMessage>;
}

/** A business's account on a platform: a bot, a number. */
export type Account = {
  /** Unique over all platforms. */
  id: number;
  platform: string;
  /** The id by which the desk knows it. */
  externalId: string;
  name: string;
  /** The name people see: a user name, a number. */
  handle: string;
  /** True if its host pushes mail instead of keeping it. */
  pushes?: boolean;
  /** The body of the desk's `POST /channels/{platform}/connect`. */
  connect: Record<string, string | object>;
};

export type NewAccount = {
  platform: string;
  name: string;
  /** The token; made up when omitted, where the platform uses one. */
  token?: string;
  /** The name people see; made up when omitted. */
  username?: string;
};

/** `together`: each in a separate call, all at once. */
export const releaseOrders = ["written", "reversed", "together", "lost"] as const;
export type ReleaseOrder = (typeof releaseOrders)[number];

/** One platform with its people. */
export type Phones = {
  features: PhoneFeatures;
  accounts(): Account[];
  createAccount(wanted: Omit<NewAccount, "platform">): Account;
  phone(account: number, person: Person): PhoneChat;
  /** People with a chat of at least one message. */
  people(account: number): number[];
  /** Resolves when the desk has received everything that waits. */
  delivered(account: number, timeoutMs?: number): Promise<void>;
  /** Hands over this account's newest event again, so many times. Returns the desk's statuses. */
  repeat(account: number, times: number): Promise<number[]>;
  /** Holds the account's events back from the desk until released; then in this order, or not at all. */
  hold(account: number): void;
  release(account: number, order: ReleaseOrder): void;
  /** The address to which the account's host pushes mail, signed with the secret; null: the desk fetches it. */
  push?(account: number, to: { address: string; secret: string } | null): void;
  /** The key of the desk's company with which the account hands in messages, where the platform needs one. */
  giveKey?(account: number, key: string): void;
  /** Ends all calls to the desk. */
  stop(): void;
};
