/**
 * What this browser wrote and the server has not confirmed. It outlives a reload, because a bubble that looks sent and
 * is not is the worst of all; a retry repeats the same id, so it cannot double.
 */
import type { Message, SendMessage } from "@parley/contract/messages";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

export type Unsent = {
  messageid: string;
  ticketid: string;
  content: string;
  originalMessageId?: string;
  originalMessage?: string;
  writtenOn: string;
  /** The last message that was on screen when it was sent. */
  seenSeq?: number;
  /** Null while on its way; otherwise why it stayed, as `unreachable` or the server's own words. */
  trouble: null | { unreachable: true } | { unreachable: false; reason: string };
  file?: { name: string; size: number; type: string; progress: number };
};

type Outbox = { unsent: Unsent[] };

export const useOutbox = create<Outbox>()(
  persist((): Outbox => ({ unsent: [] }), {
    name: "parley.outbox",
    version: 1,
    storage: createJSONStorage(() => localStorage),
    // Bytes of a file do not survive a reload, and what was on its way when the page went is in doubt.
    partialize: ({ unsent }) => ({
      unsent: unsent
        .filter((one) => !one.file)
        .map((one) => ({ ...one, trouble: one.trouble ?? { unreachable: true as const } })),
    }),
  }),
);

export function put(entry: Unsent): void {
  useOutbox.setState(({ unsent }) => ({
    unsent: [...unsent.filter((one) => one.messageid !== entry.messageid), entry],
  }));
}

export function change(messageid: string, changed: Partial<Unsent>): void {
  useOutbox.setState(({ unsent }) => ({
    unsent: unsent.map((one) => (one.messageid === messageid ? { ...one, ...changed } : one)),
  }));
}

export function drop(messageid: string): void {
  useOutbox.setState(({ unsent }) => ({ unsent: unsent.filter((one) => one.messageid !== messageid) }));
}

export function asCall(entry: Unsent): SendMessage {
  const { content, ticketid, messageid, originalMessageId, seenSeq } = entry;
  return {
    content,
    ticketid,
    messageid,
    isagent: true,
    ...(originalMessageId && { originalMessageId }),
    ...(seenSeq !== undefined && { seenSeq }),
  };
}

/** What of a ticket's outbox is still to show: the server's own row takes the place of ours. */
export function stillUnsent(unsent: Unsent[], ticketid: string, messages: Message[]): Unsent[] {
  const known = new Set(messages.map((message) => message.messageid));
  return unsent.filter((one) => one.ticketid === ticketid && !known.has(one.messageid));
}
