/**
 * A private chat's state in the console: a run of messages without holes that ends with the newest, and both read
 * positions.
 */
import type { ServerEvents } from "@parley/contract/events";
import type { PrivateChatAnswer, PrivateMessage } from "@parley/contract/private-chat";

export type PrivateChat = {
  chatid: string;
  messages: PrivateMessage[];
  own_read: number;
  colleague_read: number;
};

export type PrivateEvent =
  | { name: "newPrivateMessage"; payload: ServerEvents["newPrivateMessage"] }
  | { name: "privateRead"; payload: ServerEvents["privateRead"] };

export function fromAnswer({ sections, ...answer }: PrivateChatAnswer): PrivateChat {
  return { ...answer, messages: Object.values(sections).flat() };
}

/**
 * A fresh answer merged with the known state: older messages stay where they join it, those behind a hole are dropped.
 */
export function renew(known: PrivateChat | undefined, fresh: PrivateChat): PrivateChat {
  const first = fresh.messages[0]?.seq;
  const older = known?.messages.filter(({ seq }) => first !== undefined && seq < first) ?? [];
  const joins = older.length > 0 && older.at(-1)?.seq === (first ?? 0) - 1;
  return joins ? { ...fresh, messages: [...older, ...fresh.messages] } : fresh;
}

export function withOlder(known: PrivateChat, { messages }: PrivateChat): PrivateChat {
  const first = known.messages[0]?.seq ?? 0;
  const older = messages.filter(({ seq }) => seq < first);
  return older.at(-1)?.seq === first - 1 ? { ...known, messages: [...older, ...known.messages] } : known;
}

/**
 * The last message before the loaded unread ones; null when there are none. Messages before the agent's own answer
 * count as read.
 */
export function lastRead({ messages, own_read }: PrivateChat, userid: string): number | null {
  const answered = messages.findLast(({ senderid }) => senderid !== userid)?.seq ?? 0;
  const after = Math.max(own_read, answered, (messages[0]?.seq ?? 1) - 1);
  return messages.some(({ seq }) => seq > after) ? after : null;
}

export const hasOlder = ({ messages }: PrivateChat) => (messages[0]?.seq ?? 1) > 1;

/** `missing` means that messages before this one never came, and have to be fetched. */
export function applyToPrivateChat(
  chat: PrivateChat | undefined,
  viewerId: string,
  event: PrivateEvent,
): { chat: PrivateChat | undefined; missing: boolean } {
  if (!chat || chat.chatid !== event.payload.chatid) return { chat, missing: false };
  if (event.name === "privateRead") return { chat: read(chat, viewerId, event.payload), missing: false };
  const last = chat.messages.at(-1)?.seq ?? 0;
  const message = event.payload;
  if (message.seq <= last) return { chat, missing: false };
  if (message.seq > last + 1) return { chat, missing: true };
  return { chat: { ...chat, messages: [...chat.messages, message] }, missing: false };
}

function read(
  chat: PrivateChat,
  viewerId: string,
  { readerid, seq }: ServerEvents["privateRead"],
): PrivateChat {
  const whose = readerid === viewerId ? "own_read" : "colleague_read";
  return seq > chat[whose] ? { ...chat, [whose]: seq } : chat;
}
