/**
 * The desk's data of this visitor: fetched at the start and after each interruption, updated by the live connection.
 */
import type { Visitor, VisitorConversation, VisitorMessage } from "@parley/contract/visitors";
import { get, post, Refused, Unreachable } from "../calls.ts";
import { leavesGap, mergeMessages } from "./messages.ts";
import { type Chat, change, chat, conversationOf } from "./store.ts";

const page = 50;

type Me = { visitor: Visitor; conversations: VisitorConversation[] };
type Page = { messages: VisitorMessage[]; more: boolean };

/**
 * A counter of live arrivals by id of conversation and message: what came while an answer was fetched is newer than the
 * answer.
 */
const arrivals = new Map<string, number>();
let arrived = 0;

function noteArrival(id: string): void {
  arrived += 1;
  arrivals.set(id, arrived);
}

const cameAfter = (id: string, moment: number) => (arrivals.get(id) ?? 0) > moment;

export async function fetchMe(): Promise<void> {
  const asked = arrived;
  const { visitor, conversations } = await get<Me>("me");
  const newest = conversations.map((one) => (cameAfter(one.id, asked) && conversationOf(one.id)) || one);
  const begun = chat().conversations.filter(
    ({ id }) => cameAfter(id, asked) && !conversations.some((one) => one.id === id),
  );
  change({ visitor, conversations: inOrder([...newest, ...begun]) });
}

/**
 * Fetches everything again after an interruption: edits and reactions of earlier messages may have been missed too. A
 * conversation that is gone is left.
 */
export async function resync(): Promise<void> {
  await fetchMe();
  const { view, chats } = chat();
  const shown = view.name === "conversation" ? view.id : null;
  if (shown && !conversationOf(shown)) return change({ view: { name: "home" }, chats: {} });
  const kept = shown ? chats[shown] : undefined;
  change({ chats: shown && kept ? { [shown]: kept } : {} });
  if (shown) await fetchNewest(shown);
}

export async function fetchNewest(conversation: string): Promise<void> {
  try {
    const asked = arrived;
    const { messages, more } = await get<Page>("messages", { conversation, limit: page });
    const newest = messages.at(-1)?.seq ?? 0;
    const since = (chat().chats[conversation]?.messages ?? []).filter(
      ({ seq, messageid }) => seq > newest || cameAfter(messageid, asked),
    );
    setChat(conversation, { messages: mergeMessages(messages, since), more });
  } catch (error) {
    const known = chat().chats[conversation];
    setChat(conversation, { messages: [], more: false, ...known, failed: true });
    throw error;
  }
}

export async function fetchEarlier(conversation: string): Promise<void> {
  const known = chat().chats[conversation];
  const before = known?.messages[0]?.seq;
  if (!known?.more || before === undefined) return;
  const { messages, more } = await get<Page>("messages", { conversation, before, limit: page });
  const now = chat().chats[conversation];
  if (now) setChat(conversation, { messages: mergeMessages(now.messages, messages), more });
}

/** A conversation that is not shown keeps no messages: they are fetched when it is. */
export function putMessage(message: VisitorMessage): void {
  noteArrival(message.messageid);
  const known = chat().chats[message.conversation];
  if (!known) return;
  if (leavesGap(known.messages, message)) {
    fetchNewest(message.conversation).catch(ignoreUnreachable);
    return;
  }
  setChat(message.conversation, { ...known, messages: mergeMessages(known.messages, [message]) });
}

export function putConversation(conversation: VisitorConversation): void {
  noteArrival(conversation.id);
  const others = chat().conversations.filter(({ id }) => id !== conversation.id);
  change({ conversations: inOrder([conversation, ...others]) });
}

export async function rate(conversation: string, stars: number, words?: string): Promise<void> {
  const answer = await post<{ conversation: VisitorConversation }>("rate", { conversation, stars, words });
  putConversation(answer.conversation);
}

/** Changes of one message: `edit`, `delete` and `react` answer with it. */
export async function changeMessage(
  call: "edit" | "delete" | "react",
  body: { messageid: string; content?: string; reaction?: string | null },
): Promise<void> {
  const { message } = await post<{ message: VisitorMessage }>(call, body);
  putMessage(message);
}

export async function saveEmail(email: string): Promise<void> {
  const { visitor } = await post<{ visitor: Visitor }>("email", { email });
  change({ visitor });
}

/** Ignores an unreachable desk, since the next connection fetches again, and a visitor who is signed out or blocked. */
export function ignoreUnreachable(error: unknown): void {
  if (error instanceof Unreachable) return;
  if (error instanceof Refused && (error.passes || error.status === 401 || error.status === 403)) return;
  throw error;
}

export function isNewer(conversation: VisitorConversation): boolean {
  const known = conversationOf(conversation.id);
  return !known || conversation.seq > known.seq;
}

function setChat(conversation: string, now: Chat): void {
  change({ chats: { ...chat().chats, [conversation]: now } });
}

function inOrder(conversations: VisitorConversation[]): VisitorConversation[] {
  const when = ({ last, created_on }: VisitorConversation) => last?.created_on ?? created_on;
  return [...conversations].sort((one, other) => (when(one) < when(other) ? 1 : -1));
}
