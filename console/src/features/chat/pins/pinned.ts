import { createContext, use, useMemo } from "react";
import { usePins } from "./pins.ts";

/** The ids of what is pinned in the chat around. */
export const PinnedContext = createContext<ReadonlySet<string>>(new Set());

export const useIsPinned = (messageid: string) => use(PinnedContext).has(messageid);

export function usePinnedIds(ticketid: string): ReadonlySet<string> {
  const { data } = usePins(ticketid);
  return useMemo(() => new Set(data?.map(({ messageid }) => messageid)), [data]);
}
