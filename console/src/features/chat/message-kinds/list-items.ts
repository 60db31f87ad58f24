/** The items of a chat's list, one union, made from the server's messages and the unsent ones. */
import type { Message } from "@parley/contract/messages";
import type { EventLine, Note } from "@parley/contract/notes";
import { isType, typeMeanings } from "@parley/contract/timeline";
import { showDay } from "../../../ui/time.ts";
import { sameSubject } from "../../tickets/mail-head/subject.ts";
import type { Unsent } from "../../tickets/sending/outbox.ts";
import { type Beside, type Entry, messageAt, timeline } from "./timeline.ts";

export type ListItem =
  | { kind: "day"; key: string; day: string }
  | { kind: "unread"; key: string }
  | { kind: "message"; key: string; message: Message; first: boolean; last: boolean; newSubject: boolean }
  | { kind: "album"; key: string; messages: Message[]; first: boolean; last: boolean }
  /** Mails that were read, collapsed into one line. `more`: earlier ones are not loaded yet. */
  | { kind: "run"; key: string; messages: Message[]; more: boolean }
  | { kind: "event"; key: string; message: Message }
  | { kind: "note"; key: string; note: Note }
  /** The events between two messages, oldest first; at least one. */
  | { kind: "lines"; key: string; lines: EventLine[] }
  | { kind: "unsent"; key: string; unsent: Unsent };

/** `unreadAfter`: the last message that had been seen when the chat was opened. `beside`: what stands between messages. */
export function listItems(
  messages: Message[],
  unsent: Unsent[],
  unreadAfter: number | null,
  beside: Beside = { notes: [], lines: [] },
): ListItem[] {
  const items: ListItem[] = [];
  const entries = timeline(messages, beside);
  let day = "";
  let subject: string | null = null;
  // A passage that lies after the line has no first unread message.
  let marked = unreadAfter === null || (messages[0]?.seq ?? 0) > unreadAfter + 1;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (!entry) continue;
    const itsDay = showDay(entry.at);
    if (itsDay !== day) items.push({ kind: "day", key: `day:${itsDay}`, day: itsDay });
    day = itsDay;
    if (!("message" in entry)) {
      items.push(entry.item);
      continue;
    }
    const { message } = entry;
    if (!marked && unreadAfter !== null && message.seq > unreadAfter && !message.isagent) {
      items.push({ kind: "unread", key: "unread" });
      marked = true;
    }
    if (isEvent(message)) {
      items.push({ kind: "event", key: message.messageid, message });
      continue;
    }
    const first = !isGrouped(messageAt(entries, index - 1), message);
    const album = albumFrom(entries, index);
    const end = album.at(-1) ?? message;
    const last = !isGrouped(end, messageAt(entries, index + album.length));
    if (album.length > 1) items.push({ kind: "album", key: message.messageid, messages: album, first, last });
    else {
      const { mail, messageid: key } = message;
      const newSubject = mail !== null && (subject === null || !sameSubject(mail.subject, subject));
      subject = mail?.subject ?? subject;
      items.push({ kind: "message", key, message, first, last, newSubject });
    }
    index += album.length - 1;
  }
  const today = showDay(new Date().toISOString());
  if (unsent.length > 0 && day !== today) items.push({ kind: "day", key: `day:${today}`, day: today });
  return [...items, ...unsent.map((one) => ({ kind: "unsent" as const, key: one.messageid, unsent: one }))];
}

/** The messages an item shows. */
export function messageIdsOf(item: ListItem): string[] {
  if (item.kind === "album" || item.kind === "run") return item.messages.map(({ messageid }) => messageid);
  return item.kind === "message" || item.kind === "event" ? [item.message.messageid] : [];
}

/** True for the item that shows the message or the note. */
export function isAt(item: ListItem, { messageid }: Pick<Message, "messageid">): boolean {
  return item.kind === "note" ? item.note.noteid === messageid : messageIdsOf(item).includes(messageid);
}

function dayOf(item: ListItem | undefined): string | null {
  if (!item || item.kind === "unread") return null;
  if (item.kind === "day") return item.day;
  if (item.kind === "unsent") return showDay(item.unsent.writtenOn);
  if (item.kind === "note") return showDay(item.note.created_on);
  if (item.kind === "lines") return showDay(item.lines[0]?.created_on ?? "");
  return showDay("messages" in item ? (item.messages[0]?.created_on ?? "") : item.message.created_on);
}

/** The day to show above the top item; null where a day or the line of new messages stands there itself. */
export function floatingDay(top: ListItem[]): string | null {
  if (top.some(({ kind }) => kind === "day" || kind === "unread")) return null;
  return dayOf(top[0]);
}

const isEvent = ({ type }: Message) => typeMeanings[type].kind === "event";

/** True for messages of one writer within five minutes, which stand together. */
function isGrouped(before: Message | undefined, after: Message | undefined): boolean {
  if (!before || !after || isEvent(before) || isEvent(after)) return false;
  if (before.isagent !== after.isagent || before.created_by !== after.created_by) return false;
  if (showDay(before.created_on) !== showDay(after.created_on)) return false;
  return Date.parse(after.created_on) - Date.parse(before.created_on) < 300_000;
}

function albumFrom(entries: Entry[], start: number): Message[] {
  const first = messageAt(entries, start);
  if (!first?.album || !isType(first.type, "visual")) return first ? [first] : [];
  const album = [first];
  for (let index = start + 1; ; index++) {
    const next = messageAt(entries, index);
    if (next?.album !== first.album) return album;
    album.push(next);
  }
}
