import type { ServerEvents } from "@parley/contract/events";
import { create } from "zustand";
import { useConnection } from "../../../api/connection.ts";
import { useViewer } from "../../session/viewer.ts";

type Viewers = ServerEvents["ticketViewers"];
type Others = { others: Viewers["viewers"]; total: number };

/** The agents who have a ticket on screen, by ticket. Each event replaces the list. */
const useViewersStore = create<Record<string, Viewers>>(() => ({}));

export const applyViewers = (payload: Viewers): void =>
  useViewersStore.setState({ [payload.ticketid]: payload });

export function forgetViewers(ticketid: string): void {
  const { [ticketid]: _, ...rest } = useViewersStore.getState();
  useViewersStore.setState(rest, true);
}

/** The colleagues who have the ticket on screen too. Without a connection nobody knows. */
export function useOtherViewers(ticketid: string): Others {
  const { id } = useViewer();
  const live = useConnection(({ state }) => state === "live");
  const list = useViewersStore((lists) => lists[ticketid]);
  if (!live || !list) return { others: [], total: 0 };
  const others = list.viewers.filter(({ userid }) => userid !== id);
  return { others, total: list.total - 1 };
}
