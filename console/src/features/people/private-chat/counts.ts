/**
 * Written and read counts of the agent's private chats. They only grow, so a repeated or late event changes nothing.
 */
import type { PrivateChatCounts } from "@parley/contract/private-chat";
import type { PrivateEvent } from "./chat-state.ts";

/** `unknown` means the list lacks a chat that it should have, with counts that only the server knows. */
export function applyToCounts(
  counts: PrivateChatCounts[] | undefined,
  viewerId: string,
  event: PrivateEvent,
): { counts: PrivateChatCounts[] | undefined; unknown: boolean } {
  if (!counts) return { counts, unknown: false };
  const index = counts.findIndex(({ chatid }) => chatid === event.payload.chatid);
  const known = counts[index] ?? begun(viewerId, event);
  if (!known) return { counts, unknown: event.name === "newPrivateMessage" };
  const next = change(known, viewerId, event);
  const others = index < 0 ? counts : counts.toSpliced(index, 1);
  return { counts: [...others, next].sort(newestFirst), unknown: false };
}

/** The first message begins a chat. */
function begun(viewerId: string, { name, payload }: PrivateEvent): PrivateChatCounts | undefined {
  if (name !== "newPrivateMessage" || payload.seq > 1) return undefined;
  const userid = payload.senderid === viewerId ? payload.receiverid : payload.senderid;
  return {
    chatid: payload.chatid,
    userid,
    written: 0,
    read: 0,
    unread: 0,
    last_message_on: payload.created_on,
  };
}

function change(known: PrivateChatCounts, viewerId: string, event: PrivateEvent): PrivateChatCounts {
  const next = { ...known };
  if (event.name === "newPrivateMessage") {
    const { senderid, sender_no, created_on } = event.payload;
    if (senderid !== viewerId) next.written = Math.max(known.written, sender_no);
    if (created_on > known.last_message_on) next.last_message_on = created_on;
  } else if (event.payload.readerid === viewerId) {
    next.read = Math.max(known.read, event.payload.written);
    next.written = Math.max(known.written, next.read);
  }
  return { ...next, unread: next.written - next.read };
}

function newestFirst(a: PrivateChatCounts, b: PrivateChatCounts): number {
  if (a.last_message_on !== b.last_message_on) return a.last_message_on < b.last_message_on ? 1 : -1;
  return a.chatid < b.chatid ? -1 : 1;
}

export const unreadFrom = (counts: PrivateChatCounts[] | undefined, userid: string) =>
  counts?.find((chat) => chat.userid === userid)?.unread ?? 0;

export const unreadInAll = (counts: PrivateChatCounts[] | undefined) =>
  counts?.reduce((total, { unread }) => total + unread, 0) ?? 0;
