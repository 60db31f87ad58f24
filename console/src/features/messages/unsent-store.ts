import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

/** What every written and unconfirmed message has, to a client or to a colleague. */
export type UnsentBase = {
  messageid: string;
  content: string;
  writtenOn: string;
  /** Null while on its way; otherwise why it stayed, as `unreachable` or the server's own words. */
  trouble: null | { unreachable: true } | { unreachable: false; reason: string };
  file?: { name: string; size: number; type: string; progress: number };
};

/** Keeps what was written until the server has confirmed it. Texts outlive a reload; a retry repeats the same id. */
export function createOutbox<Unsent extends UnsentBase>(name: string) {
  type Outbox = { unsent: Unsent[] };
  const useOutbox = create<Outbox>()(
    persist((): Outbox => ({ unsent: [] }), {
      name,
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
  const update = (next: (unsent: Unsent[]) => Unsent[]): void => {
    useOutbox.setState(({ unsent }) => ({ unsent: next(unsent) }));
  };
  return {
    useOutbox,
    put: (entry: Unsent) =>
      update((unsent) => [...unsent.filter((one) => one.messageid !== entry.messageid), entry]),
    change: (messageid: string, changed: Partial<Unsent>) =>
      update((unsent) => unsent.map((one) => (one.messageid === messageid ? { ...one, ...changed } : one))),
    drop: (messageid: string) => update((unsent) => unsent.filter((one) => one.messageid !== messageid)),
  };
}
