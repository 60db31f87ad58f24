import { createContext, use, useMemo } from "react";
import { usePins } from "./pins.ts";

/** The ids of the pinned messages of the surrounding chat. */
export const PinnedContext = createContext<ReadonlySet<string>>(new Set());

export const useIsPinned = (messageid: string) => use(PinnedContext).has(messageid);

export function usePinnedIds(ticketid: string): ReadonlySet<string> {
  const { data } = usePins(ticketid);
  return useMemo(() => new Set(data?.map(({ messageid }) => messageid)), [data]);
}
