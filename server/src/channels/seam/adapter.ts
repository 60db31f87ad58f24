/**
 * The interface between the desk and the providers. Everything received becomes an `IncomingEvent`, everything sent
 * is an `Outgoing`, and only an adapter's own folder knows its provider's field names.
 */
import type { Mend } from "@parley/contract/channel-states";
import type { MailAddress } from "@parley/contract/mail";
import type { DeliveryStatus } from "@parley/contract/messages";
import type { Reason } from "@parley/contract/reasons";
import type { Language } from "@parley/contract/sessions";
import type { FilledTemplate } from "@parley/contract/templates";
import type { TypesThat } from "@parley/contract/timeline";
import type { Platform } from "@parley/contract/values";
import type { Scope } from "../../floor/database/scope.ts";
import type { Proof } from "../../support/proofs/prove.ts";
import type { TicketRow } from "../../support/ticket/access.ts";

/** A connected account at a provider, with its credentials opened. */
export type Channel = {
  companyId: string;
  id: string;
  platform: Platform;
  externalId: string;
  name: string;
  credentials: string;
  /** An administrator's choices for it, in the module's own shape. */
  options?: unknown;
  /** The position in its stream, in the module's own shape. */
  cursor?: unknown;
  /** The recent misbehaviour of its server, in the module's own shape. */
  conduct?: unknown;
};

/** The client as the provider knows them. */
export type Sender = {
  externalId: string;
  /** Another id of the same person, where the provider has two: a phone number beside a user id. */
  alias?: string | null;
  name: string;
  username: string | null;
  lang: string | null;
  /** Omitted where the provider does not state it. */
  country?: string | null;
  /** An address at the provider. */
  avatar?: string | null;
  /** The provider, or a mail's receiving server, has proved these of the sender. */
  proofs?: Proof[];
  /** False: the sender came into another client's conversation by a reference. */
  known?: boolean;
};

/** Media that the provider still holds. */
export type RemoteMedia = {
  ref: string;
  name: string;
  mediaType: string | null;
  /** The size in bytes. */
  size: number | null;
  width: number | null;
  height: number | null;
  /** The duration in milliseconds. */
  duration: number | null;
  /** The provider's still of a video, fetched like the media. */
  still?: string | null;
};

export type IncomingMessage = {
  kind: "message";
  /** The id is unique within the channel. */
  externalId: string;
  /** The client whose conversation this is. */
  from: Sender;
  /** The author, where that may be someone other than the client. */
  author?: Sender;
  /** The conversation it belongs to, where a client may have several at once. Messengers leave it out. */
  thread?: string;
  sentOn: Date;
  /** `unsupported`: a kind that the provider does not hand over, without content. */
  type: TypesThat<"crossesChannel"> | "unsupported";
  content: string;
  caption: string | null;
  media: RemoteMedia | null;
  album: string | null;
  replyToExternalId: string | null;
  /** The department of a new conversation, when the client chose one. */
  departmentId?: string;
  /** The file is stored already: attaches it to the ticket, and returns its id. */
  attachFile?(scope: Scope, ticket: TicketRow): Promise<string>;
  /** A machine sent the message, so a closed ticket receives it without being reopened. */
  quiet?: boolean;
  /** The account whose conversation this is, where another one carried the message. */
  channel?: Channel;
  /** Set for a mail: writes the rows beside its own, in the same unit of work. */
  writeMail?(scope: Scope, ticket: TicketRow, message: { id: string; is_agent: boolean }): Promise<void>;
};

export type IncomingEvent =
  | IncomingMessage
  | {
      kind: "edit";
      externalId: string;
      from: Sender;
      editedOn: Date;
      content: string;
      caption: string | null;
    }
  /** The client deleted the message. */
  | { kind: "delete"; externalId: string }
  /** The provider identifies the client by another id from now on. */
  | { kind: "move"; from: Pick<Sender, "externalId" | "alias">; to: Pick<Sender, "externalId" | "alias"> }
  | { kind: "reaction"; externalId: string; reaction: string | null }
  /** The desk's reaction did not reach the client; `messageId` is our id of the message it was on. */
  | { kind: "reactionFailed"; messageId: string; reason: Reason }
  | {
      kind: "receipt";
      externalId: string;
      /** Our message id, where the provider repeats it: finds a message whose external id was never recorded. */
      messageId?: string | null;
      status: Extract<DeliveryStatus, "sent" | "delivered" | "read" | "failed">;
      reason: Reason | null;
      /**
       * The provider reports once for all messages to this client up to this one. Its ids are decimal numbers that grow with
       * time.
       */
      upTo?: { client: string };
    }
  | {
      kind: "rating";
      from: Sender;
      ticketId: string;
      rating: number;
      clickId: string;
      questionExternalId: string | null;
    }
  | {
      kind: "template";
      /** The provider's template id. */
      templateId: string;
      change: { status?: string; category?: string; reason?: Reason | null };
    }
  | {
      kind: "reachable";
      from: Sender;
      reachable: boolean;
      reason: Reason | null;
      /** The provider's time, where reports may come out of order: one older than the last changes nothing. */
      at?: Date;
    };

export type OutgoingFile = {
  name: string;
  mediaType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** The duration in milliseconds. */
  duration: number | null;
  read(): Promise<NodeJS.ReadableStream>;
  /** A public address that is valid for so many days, for providers that accept no upload. */
  publicLink(days: number): string;
};

/** `lang` and `zone`: the language and the time zone of the lines above it. */
export type QuotedMail = {
  /** The mail is forwarded whole, not answered. */
  forwarded: boolean;
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  on: Date;
  text: string;
  html: string | null;
  lang: Language;
  zone: string;
};

/** A message as a mail. */
export type OutgoingMail = {
  /** The Message-ID, the same at every attempt. */
  ref: string;
  references: string[];
  subject: string;
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  /** Sanitised; pictures are named by `cid:`. Null: the mail has only text. */
  html: string | null;
  /** The text that replaces the HTML's own. */
  text?: string;
  files: (OutgoingFile & { cid: string | null })[];
  /** The quoted mail; its `html` is sanitised, and its pictures are among `files`. */
  quoted: QuotedMail | null;
  /** The time when it was written. */
  on: Date;
  /** True for a mail that no agent wrote. */
  automatic: boolean;
  ticketId: string;
  /** Signs a text for addresses and links that only the desk can make. */
  sign(text: string): string;
  publicUrl: string;
};

export type Outgoing = {
  /** The message id that we send along where the provider can carry it; a receipt repeats it. */
  messageId: string;
  /** The same for each try to send it, another one when an agent has it sent again. */
  sendingId?: string;
  to: string;
  /** The conversation, where a client may have several at once. */
  thread?: string;
  /** The client's other id, where the provider has two. */
  alias?: string | null;
  type: TypesThat<"crossesChannel">;
  content: string;
  caption: string | null;
  file: OutgoingFile | null;
  replyToExternalId: string | null;
  /** The approved template to send; `content` is its text. */
  template?: FilledTemplate | null;
  /** Asks for 1 to 3 stars by the channel's own buttons. */
  ratingFor: { ticketId: string } | null;
  /** Only on channels of mails. */
  mail?: OutgoingMail | null;
};

/**
 * The outcome of a send. `refused`: the provider declined, and the agent sees why. `tryAgain`: certainly not
 * accepted; `scope` says whether only this client has to wait, or the whole account. `unknown`: possibly accepted, the
 * answer was lost, so it is not retried automatically.
 */
export type SendOutcome =
  /** `note`: a remark for the agent. `copyMissing`: `keepCopy` is still to be done. */
  | { outcome: "sent"; externalId: string; note?: Reason; copyMissing?: boolean }
  /** `onceMoreAfterMs`: the refusal may pass, so it holds only if a second try ends alike. */
  | {
      outcome: "refused";
      reason: Reason;
      unreachable?: boolean;
      channelBroken?: boolean;
      onceMoreAfterMs?: number;
    }
  | { outcome: "tryAgain"; afterMs: number | null; reason: Reason; scope?: "client" | "account" }
  | { outcome: "unknown"; reason: Reason };

export type NotSent = Exclude<SendOutcome, { outcome: "sent" }>;

export type OutgoingReaction = {
  to: string;
  alias?: string | null;
  /** The message id that we send along where the provider can carry it. */
  messageId: string;
  /** The provider's id of the message. */
  externalId: string;
  /** Null removes it. */
  reaction: string | null;
};

/** A reaction replaces the previous one, so one whose answer was lost is sent again. */
export type ReactionOutcome = { outcome: "sent" } | NotSent;

/** A message that the client has. */
export type SentMessage = { to: string; externalId: string };

/** Asking again is harmless. `unknown`: the client may see the change. */
export type ChangeOutcome = { outcome: "sent" } | NotSent;

export type FetchedMedia =
  | { outcome: "fetched"; stream: NodeJS.ReadableStream; mediaType: string | null; size: number | null }
  | { outcome: "tooLarge" }
  | { outcome: "refused"; reason: Reason }
  | { outcome: "tryAgain"; afterMs: number | null; reason: Reason };

/** `id` changes with the picture; `ref` is fetched like media. */
export type ClientPicture = { id: string; ref: string };

/**
 * A provider's report on an account. `mend`: the step an administrator can take. `attention`: the account works and
 * deserves a look. `unreachable`: the provider gave no usable answer.
 */
export type Checkup =
  | { outcome: "working"; says: string }
  | { outcome: "attention" | "broken"; reason: Reason; mend: Mend }
  | { outcome: "unreachable"; reason: Reason };

/** Speaks one provider's protocol. What it can do is declared by its module. */
export type Adapter = {
  send(channel: Channel, message: Outgoing, signal: AbortSignal): Promise<SendOutcome>;
  /**
   * Puts a sent message where the account's owner looks for it. Safe to repeat; rejects when another try may succeed.
   */
  keepCopy?(channel: Channel, message: Outgoing, signal: AbortSignal): Promise<void>;
  /** Present where the declaration has reactions of ours. */
  react?(channel: Channel, reaction: OutgoingReaction, signal: AbortSignal): Promise<ReactionOutcome>;
  /** Present where the declaration has edits of ours. `caption`: the text is that of a file. */
  edit?(
    channel: Channel,
    message: SentMessage & { text: string; caption: boolean },
    signal: AbortSignal,
  ): Promise<ChangeOutcome>;
  /** Present where the declaration has deletions of ours. */
  remove?(channel: Channel, message: SentMessage, signal: AbortSignal): Promise<ChangeOutcome>;
  fetchMedia(channel: Channel, ref: string, signal: AbortSignal): Promise<FetchedMedia>;
  /** The client's picture, where the provider has to be asked for it; null when the client shows none. */
  findPicture?(
    channel: Channel,
    externalId: string,
    signal: AbortSignal,
  ): Promise<ClientPicture | null | "unavailable">;
  /**
   * Makes a clicked rating question visibly answered. Safe to repeat. `rating` is the one that counts; `first` is false
   * where an earlier click set it. `thanks` is in the client's language.
   */
  acknowledgeRating(
    channel: Channel,
    click: {
      chatId: string;
      messageId: string | null;
      clickId: string;
      rating: number;
      first?: boolean;
      thanks: string;
    },
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Shows the client that an agent is typing, for so many milliseconds. Rejects when it was not shown. Null where the
   * provider has no such sign.
   */
  typing: Typing | null;
  /** Shows the client that this message and those before it are read. Rejects when the provider refused it. */
  markRead?(channel: Channel, messageId: string, signal: AbortSignal): Promise<void>;
  /**
   * Checks that the credentials work and that messages reach us: at our address or, for null, by polling. `accepted` is
   * called as soon as the provider has accepted the credentials.
   */
  check(
    channel: Channel,
    calledAt: string | null,
    signal: AbortSignal,
    accepted?: () => void,
  ): Promise<Checkup>;
};

export type Typing = {
  /** `lastMessageId` is the provider's id of the client's last message, where the sign answers it. */
  show(
    channel: Channel,
    to: string,
    signal: AbortSignal,
    lastMessageId?: string | null,
    by?: { ticketId: string; name: string },
  ): Promise<void>;
  lasts: number;
  answersMessage?: boolean;
};

declare module "../../floor/context.ts" {
  interface Context {
    adapters: AdapterRegistry;
  }
}

export type AdapterRegistry = {
  /** Throws for a platform that Parley does not speak yet. */
  of(platform: Platform): Adapter;
};
