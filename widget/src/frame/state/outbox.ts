/**
 * The visitor's messages until the desk has them: sent one after the other in the order of writing, kept across
 * reloads. The message's id is made here, so that a repeated send is one message.
 */
import type {
  VisitorConversation,
  VisitorFileSend,
  VisitorMessage,
  VisitorSend,
} from "@parley/contract/visitors";
import { isPreview, storageName } from "../address.ts";
import { isSignedOut, post, Refused, Unreachable } from "../calls.ts";
import { randomUuid } from "../random.ts";
import { namesBelow, onOtherTab, read, remove, write } from "../storage.ts";
import { ensureToken } from "../token.ts";
import { moveChosen } from "./chosen.ts";
import { putConversation, putMessage } from "./conversations.ts";
import { draftOf, moveDraft } from "./drafts.ts";
import { firstFacts } from "./first.ts";
import type { Pending } from "./pending.ts";
import { setReachable } from "./reachable.ts";
import { change, chat } from "./store.ts";
import { UploadCancelled, upload } from "./upload.ts";

/** Milliseconds between tries; the last one repeats. */
const pauses = [1_000, 2_000, 5_000, 15_000, 30_000];
/** Milliseconds after which an unsent message is shown as failed, with a button to send it. */
const givesUpAfter = 24 * 3_600_000;

const files = new Map<string, File>();
const uploads = new Map<string, AbortController>();
let order = 0;
let sending = false;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

type Uses = {
  /** Called when the desk knows the visitor. */
  sent: () => void;
  /** Called when the desk no longer knows the token. */
  signedOut: () => void;
};
let uses: Uses = { sent: () => undefined, signedOut: () => undefined };

type Sent = { conversation: VisitorConversation; message: VisitorMessage };
type Draft = Pick<Pending, "conversation" | "content" | "reply_to" | "first">;

export function enqueue(draft: Draft, file: File | null = null): void {
  if (isPreview) return;
  ensureToken();
  const pending: Pending = {
    ...draft,
    messageid: randomUuid(),
    created_on: new Date().toISOString(),
    order: order++,
    status: "waiting",
    reason: null,
    file: file && { name: file.name, size: file.size, type: file.type, progress: 0 },
  };
  if (file) files.set(pending.messageid, file);
  keep(pending);
  change({ pending: [...chat().pending, pending] });
  void flush();
}

export function startOutbox(what: Uses): void {
  uses = what;
  const prefix = storageName("out:");
  // Another tab has sent messages that this one holds too.
  onOtherTab((name, value) => {
    if (name.startsWith(prefix) && value === null) drop(name.slice(prefix.length));
  });
  window.addEventListener("online", flushSoon);
  restorePending();
  void flush();
}

/** Restores messages of an earlier page, or of a tab that is gone. */
function restorePending(): void {
  const known = new Set(chat().pending.map(({ messageid }) => messageid));
  const found = namesBelow(storageName("out:"))
    .flatMap((name) => parse(read(name)))
    .filter(({ messageid }) => !known.has(messageid))
    // The file itself was in the memory of that page.
    .map((one): Pending => (one.file ? failed(one, "lost") : one));
  if (found.length === 0) return;
  change({ pending: [...chat().pending, ...found].sort(byTime) });
}

export function retry(messageid: string): void {
  const found = chat().pending.find((one) => one.messageid === messageid);
  if (!found) return;
  set({ ...found, status: "waiting", reason: null, created_on: new Date().toISOString() });
  void flush();
}

/** Discards a message that was not sent. */
export function discard(messageid: string): void {
  uploads.get(messageid)?.abort();
  drop(messageid);
}

/** Drops files that were chosen and not sent, too. */
export function dropAll(): void {
  change({ chosen: {} });
  for (const { messageid } of chat().pending) discard(messageid);
}

/** The connection is back: waiting messages are sent now. */
export function flushSoon(): void {
  clearTimeout(timer);
  tries = 0;
  restorePending();
  void flush();
}

/** The token has ended: unsent messages begin a conversation of the next one. */
export function startOver(first: Pending["first"]): void {
  for (const one of chat().pending) set({ ...one, conversation: null, reply_to: null, first });
  void flush();
}

/** The desk accepts nothing for now: the visitor decides when to try again. */
export function failWaiting(): void {
  for (const one of chat().pending) if (one.status === "waiting") set(failed(one, "refused"));
}

async function flush(): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let next = nextWaiting(); next; next = nextWaiting()) await send(next);
    tries = 0;
    setReachable("calls", true);
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error;
    if (error instanceof Unreachable) setReachable("calls", false);
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), pauses[Math.min(tries++, pauses.length - 1)]);
  } finally {
    sending = false;
  }
}

/** True if it was not discarded meanwhile. */
const isWaiting = ({ messageid }: Pending) => chat().pending.some((one) => one.messageid === messageid);

function nextWaiting(): Pending | undefined {
  return chat().pending.find(({ status }) => status === "waiting");
}

/** @throws {Unreachable | Refused} when another try may succeed; a message that the desk refuses for good is marked. */
async function send(pending: Pending): Promise<void> {
  if (Date.now() - Date.parse(pending.created_on) > givesUpAfter) return set(failed(pending, "too_old"));
  try {
    const begun = await withFacts(pending);
    if (!isWaiting(pending)) return;
    const file = files.get(pending.messageid);
    if (begun.file && !file) return set(failed(begun, "lost"));
    settle(pending, file ? await sendFile(begun, file) : await post<Sent>("send", textBody(begun)));
  } catch (error) {
    if (error instanceof UploadCancelled) return;
    if (isSignedOut(error)) return uses.signedOut();
    if (error instanceof Refused && !error.passes) return set(failed(pending, error.code));
    throw error;
  }
}

/** Asks the page when the message is sent: until it has answered, the message is kept like all waiting ones. */
async function withFacts(pending: Pending): Promise<Pending> {
  if (pending.conversation || pending.first) return pending;
  const done = { ...pending, first: await firstFacts(chat().settings) };
  set(done);
  return done;
}

/** Sends a file in one call with its message: a refused one leaves nothing at the desk. */
async function sendFile(pending: Pending, file: File): Promise<Sent> {
  const controller = new AbortController();
  uploads.set(pending.messageid, controller);
  const shown = (progress: number) => {
    if (pending.file) set({ ...pending, file: { ...pending.file, progress } });
  };
  try {
    return await upload<Sent>(fileBody(pending), file, { signal: controller.signal, shown });
  } finally {
    uploads.delete(pending.messageid);
  }
}

const addressed = ({ messageid, conversation, reply_to, first }: Pending) => ({
  messageid,
  conversation,
  ...(reply_to && { reply_to: reply_to.messageid }),
  ...(first && { first }),
});

const textBody = (pending: Pending): VisitorSend => ({
  ...addressed(pending),
  type: "text",
  content: pending.content,
});

const fileBody = (pending: Pending): VisitorFileSend => ({
  ...addressed(pending),
  ...(pending.content && { caption: pending.content }),
});

/** Messages written before the conversation had an id go to the same one. */
function settle(pending: Pending, { conversation, message }: Sent): void {
  drop(pending.messageid);
  putConversation(conversation);
  const { view, chats, pending: rest } = chat();
  for (const one of rest) {
    if (one.conversation === pending.conversation) set({ ...one, conversation: conversation.id });
  }
  moveDraft(pending.conversation, conversation.id);
  moveChosen(draftOf(pending.conversation), conversation.id);
  if (!chats[conversation.id] && message.seq === 1) {
    change({ chats: { ...chat().chats, [conversation.id]: { messages: [message], more: false } } });
  } else {
    putMessage(message);
  }
  if (view.name === "conversation" && view.id === pending.conversation) {
    change({ view: { name: "conversation", id: conversation.id } });
  }
  uses.sent();
}

function failed(pending: Pending, reason: string): Pending {
  return { ...pending, status: "failed", reason };
}

function set(pending: Pending): void {
  const { pending: all } = chat();
  if (!all.some(({ messageid }) => messageid === pending.messageid)) return;
  keep(pending);
  change({ pending: all.map((one) => (one.messageid === pending.messageid ? pending : one)) });
}

function drop(messageid: string): void {
  files.delete(messageid);
  remove(storageName(`out:${messageid}`));
  change({ pending: chat().pending.filter((one) => one.messageid !== messageid) });
}

function keep(pending: Pending): void {
  write(storageName(`out:${pending.messageid}`), JSON.stringify(pending));
}

function parse(stored: string | null): Pending[] {
  if (!stored) return [];
  try {
    return [JSON.parse(stored) as Pending];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function byTime(one: Pending, other: Pending): number {
  if (one.created_on !== other.created_on) return one.created_on < other.created_on ? -1 : 1;
  return one.order - other.order;
}

/** The file on this machine, shown before it is at the desk. */
export function localFile(messageid: string): File | undefined {
  return files.get(messageid);
}
