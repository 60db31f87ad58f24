/** How the live connection stands. Only `events.ts` changes it. */
import { create } from "zustand";

export type Connection =
  | { state: "connecting" }
  | { state: "live"; caughtUpAt: Date | null }
  | { state: "offline"; since: Date };

export const useConnection = create<Connection>(() => ({ state: "connecting" }) as Connection);

export function wentLive(caughtUpAt: Date | null): void {
  useConnection.setState({ state: "live", caughtUpAt }, true);
}

export function wentOffline(): void {
  const { state } = useConnection.getState();
  if (state !== "offline") useConnection.setState({ state: "offline", since: new Date() }, true);
}
