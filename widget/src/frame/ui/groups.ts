/** Marks the messages that begin a day, begin a group of one author, and end one. */
import type { VisitorMessage } from "@parley/contract/visitors";
import { isSameDay } from "./times.ts";

export type Grouped = { message: VisitorMessage; day: boolean; first: boolean; end: boolean };

const together = 5 * 60_000;

export function groupsOf(messages: VisitorMessage[]): Grouped[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    return {
      message,
      day: !before || !isSameDay(before.created_on, message.created_on),
      first: !before || !isGrouped(before, message),
      end: !after || !isGrouped(message, after),
    };
  });
}

const events = ["close", "reopen", "rating"];

function isGrouped(one: VisitorMessage, next: VisitorMessage): boolean {
  if (events.includes(one.type) || events.includes(next.type)) return false;
  if (one.mine !== next.mine || one.author !== next.author || one.automatic !== next.automatic) return false;
  return Date.parse(next.created_on) - Date.parse(one.created_on) < together;
}
