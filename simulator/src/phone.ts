/** A person's phone towards one account of a business, the same for every platform: what the control, the page, the life
 * and the sample world use. Ids are the simulator's own numbers. */
import type { MediaKind } from "./files.ts";
import type { Person } from "./network.ts";

/** A message as the person's phone shows it. */
export interface PhoneMessage {
  id: number;
  /** The id by which the platform names it, where that is another one. */
  externalId?: string;
  /** ISO time. */
  at: string;
  side: "client" | "bot";
  type: "text" | MediaKind | "location" | "venue" | "contact" | "other";
  text?: string;
  /** Of a template. */
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
  /** Keys below the chat; the newest message that has any counts. */
  keyboard?: Record<string, unknown>;
  reactions: { client?: string; bot?: string };
  editedOn?: string;
  album?: string;
  mail?: PhoneMail;
  /** Whether the account's side has taken it. */
  received: boolean;
  /** Whether the account's side says that it was read. */
  read?: boolean;
  /** The furthest receipt of it that the account's side was given. */
  receipt?: "sent" | "delivered" | "read" | "failed";
}

export type MailAddress = { name: string; address: string };

/** What a mail program shows beside the text. */
export type PhoneMail = {
  subject: string;
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress[];
  /** Message-IDs of the mails before it in its thread. */
  references: string[];
  /** Where its HTML is shown; null: it is text alone. */
  html: string | null;
  /** Quotation and signature. */
  rest: string;
  files: NonNullable<PhoneMessage["media"]>[];
};

export interface FileInput {
  bytes?: Uint8Array;
  base64?: string;
  /** A photo is sent as it is, as by a client that is no phone. */
  asIs?: boolean;
  /** One of the shipped samples; without any bytes the kind's own sample is sent. */
  sample?: string;
  name?: string;
  mime?: string;
  /** The size the platform is to claim, for big files without their weight. */
  size?: number;
  width?: number;
  height?: number;
  duration?: number;
}

export interface Answering {
  /** The message id this answers. */
  replyTo?: number;
  /** A part of that message, quoted. */
  quote?: string;
  /** Where it goes by mail. */
  mail?: OutgoingMail;
}

/** What a mail has beside the text. Without a subject it goes on with the latest one. */
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
  /** Another's address: a forgery, which the receiving server finds out. */
  from?: MailAddress;
  /** The envelope's sender; empty: none, as automatic mail has it. */
  envelopeFrom?: string;
};

export type OutgoingMedia = Answering & {
  type: MediaKind;
  file?: FileInput;
  caption?: string;
  emoji?: string;
};

/** What a person may send. */
export type Outgoing =
  | (Answering & { type: "text"; text: string })
  | OutgoingMedia
  | (Answering & { type: "location"; latitude: number; longitude: number })
  | (Answering & { type: "venue"; latitude: number; longitude: number; title: string; address: string })
  | (Answering & { type: "contact"; phone?: string; firstName?: string; lastName?: string })
  /** A kind that the platform does not hand over, such as a poll. */
  | (Answering & { type: "unsupported" });

/** What a person can do on a platform. What is not listed throws. */
export type PhoneFeatures = {
  kinds: readonly Outgoing["type"][];
  albums: boolean;
  quotes: boolean;
  reacts: boolean;
  edits: boolean;
  deletes: boolean;
  /** Showing the chat reports to the account that its messages were read. */
  reads: boolean;
  /** Buttons stand below the message that brings them, or below the chat while it is the newest with any. */
  keys: "message" | "chat";
  /** The button that opens a chat without a message; null: a chat is opened by writing. */
  begins: string | null;
  /** How a person keeps the account from writing. */
  leaves: "block" | "unsubscribe";
};

export interface PhoneChat {
  /** The id by which the desk knows the person. */
  readonly externalId: string;
  /** The account may not write to the person: blocked, or not subscribed any more. */
  readonly blocked: boolean;
  messages(): PhoneMessage[];
  send(outgoing: Outgoing): Promise<PhoneMessage>;
  sendAlbum(pieces: OutgoingMedia[]): Promise<PhoneMessage[]>;
  /** What the button of `begins` does. */
  begin(): Promise<void>;
  edit(id: number, text: string): PhoneMessage;
  remove(id: number): void;
  /** Null takes the reaction back. */
  react(id: number, emoji: string | null): PhoneMessage;
  /** Presses the button with this data or text. Answers the platform's id of the press, if it gives one. */
  press(id: number, button: string): string | null;
  /** The person looks at the chat: what the account wrote is read. */
  look(): void;
  block(): void;
  unblock(): void;
  /** The first message, present or coming, that fits. */
  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs?: number): Promise<PhoneMessage>;
}

/** A business's place on a platform: a bot, a number. */
export type Account = {
  /** Unique over all platforms. */
  id: number;
  platform: string;
  /** The id by which the desk knows it. */
  externalId: string;
  name: string;
  /** As people see it: a user name, a number. */
  handle: string;
  /** Its host pushes in place of keeping what comes. */
  pushes?: boolean;
  /** The body of the desk's `POST /channels/{platform}/connect`. */
  connect: Record<string, string | object>;
};

export type NewAccount = {
  platform: string;
  name: string;
  /** Made up when left out, where the platform takes one. */
  token?: string;
  /** What people see it by; made up when left out. */
  username?: string;
};

/** `together`: each in a call of its own, all at once. */
export const releaseOrders = ["written", "reversed", "together", "lost"] as const;
export type ReleaseOrder = (typeof releaseOrders)[number];

/** One platform, as its people use it. */
export type Phones = {
  features: PhoneFeatures;
  accounts(): Account[];
  createAccount(wanted: Omit<NewAccount, "platform">): Account;
  phone(account: number, person: Person): PhoneChat;
  /** People with a chat of at least one message. */
  people(account: number): number[];
  /** Resolves when the desk has taken in all that waits. */
  delivered(account: number, timeoutMs?: number): Promise<void>;
  /** The newest thing this account was given is handed over again, this many times. Answers the desk's statuses. */
  repeat(account: number, times: number): Promise<number[]>;
  /** Hands nothing over to the desk until released; then in this order, or not at all. */
  hold(account: number): void;
  release(account: number, order: ReleaseOrder): void;
  /** Where the account's host pushes what comes, signed with the secret; null: it is fetched. */
  push?(account: number, to: { address: string; secret: string } | null): void;
  /** Ends all calls to the desk. */
  stop(): void;
};
