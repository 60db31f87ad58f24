/** The inbox's state in the console. Applying an event twice, or to a state that already has it, changes nothing. */
import type { ServerEvents } from "@parley/contract/events";
import type { Notification, NotificationsAnswer } from "@parley/contract/notifications";

/** Lines newest first; `more` is true when the server has further ones. */
export type InboxState = { lines: Notification[]; count: number; more: boolean };

type Name = "newNotification" | "notificationsSeen" | "notificationsCleared";
export type InboxEvent = { [One in Name]: { name: One; payload: ServerEvents[One] } }[Name];

export function fromAnswer({ sections, count, more }: NotificationsAnswer): InboxState {
  return { lines: Object.values(sections).flat().sort(newestFirst), count, more };
}

/** The page after line `last`, unless the inbox was cleared since the request. */
export function withOlder(known: InboxState, older: InboxState, last: string): InboxState {
  const ids = new Set(known.lines.map(({ id }) => id));
  if (!ids.has(last)) return known;
  return {
    ...known,
    lines: [...known.lines, ...older.lines.filter(({ id }) => !ids.has(id))],
    more: older.more,
  };
}

export function applyToInbox(inbox: InboxState | undefined, event: InboxEvent): InboxState | undefined {
  if (!inbox) return inbox;
  switch (event.name) {
    case "newNotification": {
      const { notification, count } = event.payload;
      const others = inbox.lines.filter(({ id }) => id !== notification.id);
      return { ...inbox, count, lines: [notification, ...others].sort(newestFirst) };
    }
    case "notificationsSeen": {
      const { ids, count } = event.payload;
      const seen = (line: Notification) =>
        ids === null || ids.includes(line.id) ? { ...line, seen: true } : line;
      return { ...inbox, count, lines: inbox.lines.map(seen) };
    }
    case "notificationsCleared":
      return { lines: [], count: 0, more: false };
  }
}

function newestFirst(a: Notification, b: Notification): number {
  if (a.created_on !== b.created_on) return a.created_on < b.created_on ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
