/** The state of the live connection. Only `events.ts` changes it. */
import { create } from "zustand";

export type Connection =
  | { state: "connecting" }
  /** `caughtUpAt`: the time when everything missed while disconnected was fetched; null before any disconnect. */
  | { state: "live"; caughtUpAt: Date | null }
  | { state: "offline"; since: Date }
  /** The connection is back, and missed changes are being fetched. */
  | { state: "catchingUp"; since: Date };

export const useConnection = create<Connection>((): Connection => ({ state: "connecting" }));

const set = (connection: Connection) => useConnection.setState(connection, true);

export function connected(): void {
  const before = useConnection.getState();
  set("since" in before ? { state: "catchingUp", since: before.since } : { state: "live", caughtUpAt: null });
}

export function caughtUp(): void {
  if (useConnection.getState().state === "catchingUp") set({ state: "live", caughtUpAt: new Date() });
}

export function lost(): void {
  const before = useConnection.getState();
  set({ state: "offline", since: "since" in before ? before.since : new Date() });
}

export function closed(): void {
  set({ state: "connecting" });
}
