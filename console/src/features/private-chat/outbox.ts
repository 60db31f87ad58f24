/**
 * What this browser wrote to colleagues and the server has not confirmed. Texts outlive a reload; a retry repeats the same
 * id, so it cannot double.
 */
import type { PrivateMessage } from "@parley/contract/private-chat";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

export type Unsent = {
  messageid: string;
  receiverid: string;
  content: string;
  writtenOn: string;
  /** Null while on its way; otherwise why it stayed, as `unreachable` or the server's own words. */
  trouble: null | { unreachable: true } | { unreachable: false; reason: string };
  file?: { name: string; size: number; type: string; progress: number };
};

type Outbox = { unsent: Unsent[] };

export const useOutbox = create<Outbox>()(
  persist((): Outbox => ({ unsent: [] }), {
    name: "parley.private-outbox",
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

const update = (next: (unsent: Unsent[]) => Unsent[]) =>
  useOutbox.setState(({ unsent }) => ({ unsent: next(unsent) }));

export const put = (entry: Unsent) => update((unsent) => [...unsent, entry]);

export const change = (messageid: string, changed: Partial<Unsent>) =>
  update((unsent) => unsent.map((one) => (one.messageid === messageid ? { ...one, ...changed } : one)));

export const drop = (messageid: string) =>
  update((unsent) => unsent.filter((one) => one.messageid !== messageid));

/** What is still to show of what was written to a colleague: the server's own row takes the place of ours. */
export function stillUnsent(unsent: Unsent[], receiverid: string, messages: PrivateMessage[]): Unsent[] {
  const known = new Set(messages.map(({ messageid }) => messageid));
  return unsent.filter((one) => one.receiverid === receiverid && !known.has(one.messageid));
}
