import type { Reason } from "@parley/contract/reasons";
import { create } from "zustand";
import { Refused } from "../../../api/client.ts";

/** The fields of every unconfirmed message, to a client or a colleague. */
export type UnsentBase = {
  messageid: string;
  content: string;
  writtenOn: string;
  /** Null while sending; otherwise the failure: `unreachable` or the server's words. */
  trouble: null | { unreachable: true } | { unreachable: false; reason: string; code?: Reason | undefined };
  /** `lost`: the page was reloaded, and its bytes are gone. */
  file?: { name: string; size: number; type: string; progress: number; lost?: true };
};

/** The reason why a message was not confirmed. */
export const troubleOf = (error: unknown): NonNullable<UnsentBase["trouble"]> =>
  error instanceof Refused
    ? { unreachable: false, reason: error.message, code: error.answer.reason ?? error.answer.reasons?.[0] }
    : { unreachable: true };

/**
 * Keeps messages until the server has confirmed them. Texts and captions outlive a reload, the bytes of a file do not;
 * a retry repeats the same id. Each has its own entry in the browser's storage: several tabs write there, and none
 * removes another's.
 */
export function createOutbox<Unsent extends UnsentBase>(name: string) {
  const prefix = `${name}.`;
  const useOutbox = create(() => ({ unsent: leftIn<Unsent>(prefix) }));

  function keep(entry: Unsent): void {
    localStorage.setItem(prefix + entry.messageid, JSON.stringify(entry));
  }

  function update(next: (unsent: Unsent[]) => Unsent[]): void {
    useOutbox.setState(({ unsent }) => ({ unsent: next(unsent) }));
  }

  function drop(messageid: string): void {
    localStorage.removeItem(prefix + messageid);
    update((unsent) => unsent.filter((one) => one.messageid !== messageid));
  }

  return {
    useOutbox,
    put(entry: Unsent): void {
      keep(entry);
      update((unsent) => [...unsent.filter((one) => one.messageid !== entry.messageid), entry]);
    },
    change(messageid: string, changed: Partial<Unsent>): void {
      const before = useOutbox.getState().unsent.find((one) => one.messageid === messageid);
      if (!before) return;
      const entry = { ...before, ...changed };
      // An upload reports its progress many times a second, which the storage does not need.
      if (!changed.file) keep(entry);
      update((unsent) => unsent.map((one) => (one === before ? entry : one)));
    },
    drop,
    /** Drops messages that the server has, even where no answer confirmed them. */
    dropSent(known: { messageid: string }[]): void {
      const ids = new Set(known.map(({ messageid }) => messageid));
      for (const { messageid } of useOutbox.getState().unsent) if (ids.has(messageid)) drop(messageid);
    },
    /** True if leaving the page would interrupt an upload. */
    isUploading: () => useOutbox.getState().unsent.some(({ file, trouble }) => file && !trouble),
    /** Texts that did not reach the server, in the order they were written. */
    unreached: () => useOutbox.getState().unsent.filter(({ trouble, file }) => trouble?.unreachable && !file),
    /** Deletes all entries of this browser. */
    clear(): void {
      for (const key of keysOf(prefix)) localStorage.removeItem(key);
      update(() => []);
    },
  };
}

const keysOf = (prefix: string) => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

/** Entries from before the page loaded. Those that were being sent are in doubt. */
function leftIn<Unsent extends UnsentBase>(prefix: string): Unsent[] {
  return keysOf(prefix)
    .map((key): Unsent => JSON.parse(localStorage.getItem(key) ?? ""))
    .map((one) => ({
      ...one,
      trouble: one.trouble ?? { unreachable: true as const },
      ...(one.file && { file: { ...one.file, lost: true as const } }),
    }))
    .sort((one, other) => (one.writtenOn < other.writtenOn ? -1 : 1));
}
