/** The export of a channel's folder. `app/channels.ts` lists the modules; nothing else names a platform. */

import type { IncomingHttpHeaders } from "node:http";
import type { MailReason } from "@parley/contract/mail";
import type { Reason } from "@parley/contract/reasons";
import type { startConversation } from "@parley/contract/templates";
import type { Ticket } from "@parley/contract/tickets";
import type { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Context } from "../../floor/context.ts";
import type { Desk, Scope } from "../../floor/database/scope.ts";
import type { ByCursor } from "../../floor/ledger/subscribers.ts";
import type { ChannelRow, KnownPlatform, Platforms } from "../../floor/platforms/platforms.ts";
import type { App } from "../../http/app.ts";
import type { VisitorSignals } from "../../http/live/visitor-signals.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import type {
  Adapter,
  Channel,
  FetchedMedia,
  IncomingEvent,
  OutgoingMail,
  Sender,
  SendOutcome,
} from "./adapter.ts";

export type { ChannelRow };

/** The configuration that adapters read. */
export type AdapterConfig = Pick<Config, "channelSettings" | "publicUrl" | "webhookPrivateHosts">;

export type ChannelModule = KnownPlatform & {
  createAdapter(config: AdapterConfig, visitors: Pick<VisitorSignals, "send">): Adapter;
  /** Settings of the environment, each with its shape and default. */
  settings: z.ZodObject;
  /** Secrets that must not be logged: request headers by name, and the pattern of a secret. */
  secrets: { headers: readonly string[]; patterns: readonly RegExp[] };
  connect: Connect;
  /** Ends the agreement with the provider. The account is disconnected already, so a failure is only logged. */
  disconnect(context: Context, row: ChannelRow): Promise<void>;
  /**
   * The webhook at `/webhooks/<platform>/<channelid>`, a shared one at `/webhooks/<platform>` too. Null: the provider
   * does not call us.
   */
  webhook: ((Webhook | SharedWebhook) & Registering) | null;
  /** Polls a channel until the signal aborts. Null: the provider is not polled. */
  listen: ((context: Context, channelId: string, signal: AbortSignal) => Promise<void>) | null;
  /** Calls beyond the webhook: the specification's own, and others that the provider makes. */
  routes(app: App, context: Context): void;
  /** The address at which a client begins to write to the account. Null: there is none. */
  openUrl(row: ChannelRow): string | null;
  /** Work beside calls and jobs. */
  work?: Work;
  /** A provider that approves templates has these. */
  templates?: Templates;
  /** A platform whose messages are mails has these. */
  mail?: Mail;
  /** A platform whose messages an account of mails also carries to a client has these. */
  carriedByMail?: CarriedByMail;
  /** Accepts connections of clients to the desk itself. Without an app this process accepts no connections. */
  connections?(app: App | null, context: Context): { close(): Promise<void> };
};

/** Work that is done every few seconds, every hour, and for events by their cursor. */
type Work = {
  sweeps?: readonly ((context: Context) => Promise<void>)[];
  cleanUps?: readonly ((context: Context) => Promise<void>)[];
  follows?: readonly ByCursor[];
};

export type Templates = {
  /** Stores the provider's list of an account's templates; false when it did not answer. */
  fetch(context: Context, row: ChannelRow): Promise<boolean>;
  /** The client's id for a phone number ("+380501112233"), with which a conversation may begin. */
  clientOf(number: string): string;
};

type Mail = {
  /** Begins a conversation; an open one of that address is never answered instead. */
  begin(context: Context, caller: Caller, given: FirstMail): Promise<Ticket>;
  /**
   * Sends a test's message in place of `send`. It comes back, and the step `returning` follows within a minute, as
   * `channelTestStep`.
   */
  sendTest(context: Context, row: ChannelRow, test: TestMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** Reads the rows of a queued mail in the unit of work that claims it; the rest is read outside of it. */
  read(scope: Scope, message: MessageRow): Promise<QueuedMail>;
  /** The files within a mail that the desk keeps. */
  kept: KeptMedia;
};

export type QueuedMail = (context: Context) => Promise<OutgoingMail>;

type CarriedByMail = {
  /** The conversation of this platform that a mail answers. */
  answered(
    context: Pick<Context, "secrets">,
    scope: Scope,
    mail: AnsweringMail,
  ): Promise<MailAnswered | null>;
  /** Notes the messages that a bounced mail carried. False for a mail that carried none of this platform. */
  bounced(scope: Scope, mail: BouncedMail): Promise<boolean>;
};

declare module "../../floor/context.ts" {
  interface Context {
    /** The same as `platforms`, with what the channels alone use. */
    channels: Platforms<ChannelModule>;
  }
}

/** The key is what a file's row has as `remote_ref`. */
export type KeptMedia = {
  has(ref: string): boolean;
  read(context: Context, companyId: string, ref: string, signal: AbortSignal): Promise<FetchedMedia>;
};

/** `channel` is one that the agent may begin over, at the time of asking. */
export type FirstMail = {
  channelId: string;
  /** The single address, where `mail.to` has none. */
  to: string | undefined;
  mail: NonNullable<z.output<typeof startConversation>["mail"]>;
};

/**
 * `sender` is in lower case. `keys`: the keys of the signed addresses it came to, with the bounds of the ids they may
 * stand for.
 */
export type AnsweringMail = {
  carrierId: string;
  sender: string;
  refs: string[];
  keys: { first: string; last: string; address: string; isFor(id: string): boolean }[];
};

/** A mail of the account by its own id or its Message-ID. Without a reason it is only delayed. */
export type BouncedMail = {
  carrierId: string;
  ref: string | null;
  keys: { first: string; last: string; isFor(id: string): boolean }[];
  reason: Reason | null;
};

export type MailAnswered = { channel: Channel; thread: string; from: Sender; by: MailReason };

/** `agentId`: the agent who asked for the test. */
export type TestMessage = { to: string; text: string; agentId: string };

export type Connect<Body extends z.ZodType = z.ZodType> = {
  body: Body;
  /**
   * Connects an account, or reconnects one with new credentials, which keeps its id. Nothing is stored before the
   * provider has accepted. Its refusal is a 400 with the reason as code.
   */
  account(
    context: Context,
    by: Caller | Desk,
    body: z.output<Body>,
    options: ConnectOptions,
  ): Promise<Connected>;
  /** The fields that `POST /channels/<platform>/connect` adds to the row, only in this answer. */
  once?(answer: Record<string, unknown>): Record<string, unknown>;
  /** `parley <platform> connect`: the names of its options, and the field of the body that each fills. */
  command: { about: string; options: CommandOption[] } | null;
};

export type CommandOption = { flags: string; about: string; variable: string; field: string };

export type ConnectOptions = {
  /** Null: the department the account had, or none. */
  departmentId?: string | null;
  /** Replaces the company's oldest account of this platform, as the specification's own calls do. */
  replace?: boolean;
};

/** `answer` is the answer of the specification's own call and of the command line. */
export type Connected = { channelId: string; answer: Record<string, unknown> };

type Registering = {
  /** Registers the webhook at the present address, where the provider learns it by a call. Throws its refusal. */
  register?(context: Context, row: ChannelRow): Promise<void>;
};

export type Webhook = EventWebhook | RawWebhook;

export type EventWebhook = {
  /**
   * Throws `signedOut()` unless the headers authenticate the provider, before the body is read. It gets null for an
   * unknown channel and must take as long. `read` verifies bodies that the provider signs.
   */
  admit?(row: ChannelRow | null, headers: IncomingHttpHeaders): void;
  /** The events of a call, from its raw bytes. Throws `signedOut()` when their signature is wrong. */
  read(call: WebhookCall): IncomingEvent[];
  /** The answer's body, once the events are committed; an empty object without it. */
  answer?(call: WebhookCall): Promise<object>;
};

/** A webhook whose module stores the calls itself. */
type RawWebhook = {
  /** The limit in bytes. */
  bodyLimit(config: Config): number;
  /** Throws `signedOut()` for headers that cannot be the sender's, before the body is read. */
  admit(row: ChannelRow | null, headers: IncomingHttpHeaders, context: Context): void;
  /** Stores the content of a call. Throws `signedOut()` when its signature is wrong. */
  store(call: WebhookCall): Promise<void>;
};

/** A webhook whose calls carry events of several accounts, and whose address the provider checks by a GET. */
export type SharedWebhook = {
  shared: true;
  /** The limit in bytes. */
  bodyLimit: number;
  /** The values that an operator enters at the provider, for `doctor`. Null: there are none. */
  operatorNote(config: Config, secrets: Pick<Context["secrets"], "sign">): string | null;
  /** Throws `signedOut()` for headers without a signature, before the body is read. */
  admit(headers: IncomingHttpHeaders): void;
  /** The text that answers the check, at a channel's address or the installation's. Throws `signedOut()`. */
  challenge(context: Context, channelId: string | null, query: Record<string, unknown>): string;
  /** The events of a call, by account. Throws `signedOut()` when the signature is wrong. */
  read(call: SharedCall): Promise<Delivery[]>;
};

/** `row` is null at the installation's address. */
export type SharedCall = Omit<WebhookCall, "row"> & { row: ChannelRow | null };

export type Delivery = { row: ChannelRow; events: IncomingEvent[] };

export type WebhookCall = {
  context: Context;
  row: ChannelRow;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** A module's own settings from the configuration. */
export function settingsOf<Settings extends z.ZodObject>(
  { channelSettings }: Pick<Config, "channelSettings">,
  _settings: Settings,
): z.output<Settings> {
  return channelSettings as z.output<Settings>;
}
