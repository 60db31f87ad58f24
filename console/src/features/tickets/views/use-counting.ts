import type { Ticket } from "@parley/contract/tickets";
import { useEffect, useMemo, useReducer, useState } from "react";
import { useProfile } from "../../session/viewer.ts";
import type { ViewCounter } from "./counting.ts";
import type { ShownView } from "./shown-views.ts";

/** The longest delay of a browser's timer. */
const longest = 2 ** 31 - 1;

export type Counting = {
  counts: Record<string, number>;
  /** The tickets of a view, in the order of the list. */
  shown: (key: string) => Ticket[];
};

/**
 * Counts the views, and lists the tickets of each: when tickets change, and when time moves one. Null until the script
 * that evaluates conditions is there; the list of all tickets and the server's numbers do without.
 */
export function useCounting(tickets: Ticket[], views: ShownView[], zone: string): Counting | null {
  const { userid } = useProfile();
  const Counter = useCounter();
  const [turn, count] = useReducer((turns: number) => turns + 1, 0);
  const counter = useMemo(
    () => Counter && new Counter(views, { viewer: userid, zone }),
    [Counter, views, userid, zone],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is another moment
  const counted = useMemo(() => counter?.count(tickets, Date.now()), [counter, tickets, turn]);
  const next = counted?.next ?? null;
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(count, Math.min(Math.max(next - Date.now(), 0), longest));
    return () => clearTimeout(timer);
  }, [next]);
  if (!counter || !counted) return null;
  return { counts: counted.counts, shown: (key) => counter.shown(tickets, key) };
}

type Made = typeof ViewCounter;
let loaded: Made | null = null;

/** Where the script cannot be fetched, the next list that opens tries again. */
function useCounter(): Made | null {
  const [made, setMade] = useState(() => loaded);
  useEffect(() => {
    if (made) return;
    let left = false;
    import("./counting.ts").then(({ ViewCounter }) => {
      loaded = ViewCounter;
      if (!left) setMade(() => ViewCounter);
    }, reportError);
    return () => {
      left = true;
    };
  }, [made]);
  return made;
}
