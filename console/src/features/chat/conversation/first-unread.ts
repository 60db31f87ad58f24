import type { Message } from "@parley/contract/messages";
import { isType } from "@parley/contract/timeline";

type Unread = {
  first: Message | undefined;
  /** The number of unread messages before the loaded ones. */
  missing: number;
};

/** Messages before an agent's answer count as read, even if no console was open. */
export function unreadAmong(messages: Message[], unread: number): Unread {
  if (unread === 0) return { first: undefined, missing: 0 };
  const answered = messages.findLast((message) => message.isagent)?.seq ?? 0;
  const theirs = messages.filter(
    (message) => !message.isagent && message.seq > answered && isType(message.type, "countsAsUnread"),
  );
  const hasEarlier = answered === 0 && (messages[0]?.seq ?? 1) > 1;
  return {
    first: theirs.at(-unread) ?? theirs[0],
    missing: hasEarlier ? Math.max(0, unread - theirs.length) : 0,
  };
}

/** The number after which loaded messages are unread; null where none is. */
export function firstUnread(messages: Message[], unread: number): number | null {
  const { first } = unreadAmong(messages, unread);
  return first ? first.seq - 1 : null;
}

/** Messages after this number may be unread, loaded or not. */
export function surelyRead(messages: Message[], unread: number): number {
  const { first, missing } = unreadAmong(messages, unread);
  // Each of them has a number.
  if (missing > 0) return Math.max(0, (messages[0]?.seq ?? 1) - 1 - missing);
  return first ? first.seq - 1 : Number.POSITIVE_INFINITY;
}
