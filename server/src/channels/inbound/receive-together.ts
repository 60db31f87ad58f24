/**
 * Receives clients' messages. Plain ones of a company that come at one moment share a unit of work; those of one thread
 * follow one another in the order they came.
 */
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { Busy } from "../../floor/database/shares.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import {
  draftRow,
  purgedHash,
  type Received,
  readReceived,
  receivingSql,
} from "../../support/messages/append.ts";
import { recordMessage } from "../../support/messages/publish.ts";
import type { Channel, IncomingMessage } from "../seam/adapter.ts";
import type { Receiving } from "./receiving.ts";

/** The number of messages in one unit of work. */
const mostTogether = 50;
/**
 * The number of such units of work of a company at once. One that takes longer than `slow` milliseconds no longer
 * counts: it may wait for a lock.
 */
const mostUnderWay = 2;
const slow = 20;
/** The number of a company's messages that wait for their turn, and the milliseconds they do. */
const mostWaiting = 1_000;
const longestWait = 5_000;

type Incoming = {
  channel: Channel;
  message: IncomingMessage;
  /** True for a message that names no other row: a text, as most are. */
  plain: boolean;
  /** Receives the message with its own unit of work. */
  alone(): Promise<void>;
};
type Entry = Incoming & { thread: string; ended: PromiseWithResolvers<void>; tooLong?: NodeJS.Timeout };
type Queue = { companyId: string; waiting: Entry[]; threads: Set<string>; underWay: number };

declare module "../../floor/context.ts" {
  interface Context {
    /** Clients' messages that are being received, by company. */
    incoming: Map<string, Queue>;
  }
}

/** Resolves once the message is committed, or known to be a repeat. Throws Busy when its turn does not come in time. */
export function receiveInTurn(context: Context, incoming: Incoming): Promise<void> {
  const { channel, message } = incoming;
  const queue = queueOf(context, channel.companyId);
  if (queue.waiting.length >= mostWaiting) return Promise.reject(new Busy());
  const thread = `${channel.id} ${threadOf(message)}`;
  const entry: Entry = { ...incoming, thread, ended: Promise.withResolvers() };
  queue.waiting.push(entry);
  begin(context, queue);
  if (queue.waiting.includes(entry)) entry.tooLong = setTimeout(giveUp, longestWait, queue, entry);
  return entry.ended.promise;
}

function queueOf({ incoming }: Context, companyId: string): Queue {
  const queue = incoming.get(companyId) ?? { companyId, waiting: [], threads: new Set(), underWay: 0 };
  incoming.set(companyId, queue);
  return queue;
}

function giveUp(queue: Queue, entry: Entry) {
  queue.waiting = queue.waiting.filter((other) => other !== entry);
  entry.ended.reject(new Busy());
}

/** Starts every message that may start: the first of each thread that has nothing under way. */
function begin(context: Context, queue: Queue) {
  const together: Entry[] = [];
  const most = queue.underWay < mostUnderWay ? mostTogether : 0;
  const waiting: Entry[] = [];
  const behind = new Set<string>();
  for (const entry of queue.waiting) {
    const { thread, plain } = entry;
    if (queue.threads.has(thread) || behind.has(thread) || (plain && together.length >= most)) {
      behind.add(thread);
      waiting.push(entry);
      continue;
    }
    clearTimeout(entry.tooLong);
    queue.threads.add(thread);
    if (plain) together.push(entry);
    else void receiveAlone(context, queue, entry);
  }
  queue.waiting = waiting;
  if (together.length > 0) void receiveTogether(context, queue, together);
}

async function receiveAlone(context: Context, queue: Queue, entry: Entry) {
  await entry.alone().then(entry.ended.resolve, entry.ended.reject);
  queue.threads.delete(entry.thread);
  begin(context, queue);
}

/** Messages that a shared unit of work does not store are received alone; when it fails, all of them. */
async function receiveTogether(context: Context, queue: Queue, together: Entry[]) {
  queue.underWay += 1;
  let counts = true;
  const release = () => {
    if (counts) queue.underWay -= 1;
    counts = false;
    begin(context, queue);
  };
  const tooSlow = setTimeout(release, slow);
  let stored = new Set<Entry>();
  let lost: { error: unknown } | null = null;
  try {
    stored = await store(context, queue.companyId, together);
  } catch (error) {
    if (isUnavailable(error) || error instanceof Busy) lost = { error };
    else context.log.warn({ err: error }, "Messages that came together are received one by one");
  }
  clearTimeout(tooSlow);
  for (const entry of together) {
    if (!lost && !stored.has(entry)) {
      void receiveAlone(context, queue, entry);
      continue;
    }
    if (lost) entry.ended.reject(lost.error);
    else entry.ended.resolve();
    queue.threads.delete(entry.thread);
  }
  release();
}

async function store(context: Context, companyId: string, together: Entry[]): Promise<Set<Entry>> {
  const stored = new Set<Entry>();
  const signer = { companyId, sign: (text: string) => context.secrets.sign(text) };
  const first = (_companyId: string, now: Date) =>
    receivingSql(
      companyId,
      together.map(({ channel, message }, number) => {
        const { type, content, caption, externalId: external_id, album } = message;
        const draft = { type, content, caption, external_id, album, is_agent: false };
        const place = { number, channel: channel.id, thread: threadOf(message) };
        const purged = purgedHash(signer, { channelId: channel.id, externalId: external_id });
        const row = draftRow(draft, windowUntil({ now, platforms: context.platforms }, channel, message));
        return { ...place, ...row, draft: { ...row.draft, purged } };
      }),
      now,
    );
  await inCompany(
    context,
    { kind: "desk", companyId },
    async (scope, rows) => {
      for (const row of rows) {
        const { number, ...received } = readReceived<{ number: number }>(row);
        const entry = together[number];
        if (!entry) throw new Error(`No message has the number ${number}`);
        await publishPlain({ scope, context, channel: entry.channel }, received);
        stored.add(entry);
      }
    },
    { first },
  );
  return stored;
}

/** True if a message names no other row. */
export const isPlain = (message: IncomingMessage): boolean =>
  ![
    message.from.alias,
    message.media,
    message.attachFile,
    message.writeMail,
    message.author,
    message.replyToExternalId,
  ].some(Boolean);

/** Publishes a message that the unit of work's first statement has appended. */
export async function publishPlain(
  { scope, channel, context }: Pick<Receiving, "scope" | "channel" | "context">,
  received: Received,
): Promise<void> {
  const {
    ticket_department,
    ticket_handler,
    ticket_accepted_on,
    ticket_client_wrote_on,
    ticket_followed,
    ticket_window_until,
    ticket_goals,
    ...message
  } = received;
  scope.afterCommit(() => context.figures.messages.inc({ platform: channel.platform, outcome: "received" }));
  const ticket = {
    department_id: ticket_department,
    client_id: message.client_id,
    reply_window_until: ticket_window_until,
    ...(ticket_goals && { ticket_goals }),
  };
  const before = {
    id: message.ticket_id,
    handler_id: ticket_handler,
    accepted_on: ticket_accepted_on,
    client_wrote_on: ticket_client_wrote_on,
    followed: ticket_followed,
  };
  await recordMessage(scope, ticket, message, { before });
}

/** On a messenger a client has one conversation. */
export const threadOf = ({ thread, from }: IncomingMessage) => thread ?? from.externalId;

/**
 * The end of the reply window, by the provider's time: a message handed over late opens less. A time ahead of ours
 * opens no more than one of now.
 */
export function windowUntil(
  { now, platforms }: Pick<Scope, "now" | "platforms">,
  channel: Channel,
  { sentOn }: IncomingMessage,
): Date | null {
  const { replyWindow } = platforms.declarationOf(channel.platform);
  if (replyWindow === null) return null;
  return new Date(Math.min(sentOn.getTime(), now.getTime()) + replyWindow);
}
