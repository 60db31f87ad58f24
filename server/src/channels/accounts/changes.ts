/** This process's knowledge of accounts. Other processes notice a connected, replaced or removed channel within 2 s. */
import type { Context } from "../../floor/context.ts";
import type { ChannelRow } from "../seam/module.ts";

type Listener = (channelId?: string) => void;

type Accounts = {
  listeners: Set<Listener>;
  /** The rows found in the last moments (`find.ts`). */
  found: Map<string, { row: ChannelRow; until: number }>;
  /** The times when the accounts' last activity was written (`health.ts`). */
  activity: Map<string, number>;
};

declare module "../../floor/context.ts" {
  interface Context {
    accounts: Accounts;
  }
}

export const createAccounts = (): Accounts => ({
  listeners: new Set(),
  found: new Map(),
  activity: new Map(),
});

/** Notifies of one channel, or of any without an id. */
export function channelsChanged({ accounts }: Context, channelId?: string): void {
  accounts.found.clear();
  for (const listener of accounts.listeners) listener(channelId);
}

/** Returns a function that unsubscribes. */
export function onChannelChange({ accounts }: Context, listener: Listener): () => void {
  accounts.listeners.add(listener);
  return () => void accounts.listeners.delete(listener);
}
