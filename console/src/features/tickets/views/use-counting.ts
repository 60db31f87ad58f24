import type { Ticket } from "@parley/contract/tickets";
import { useEffect, useMemo, useReducer } from "react";
import { useProfile } from "../../session/viewer.ts";
import { ViewCounter } from "./counting.ts";
import type { ShownView } from "./shown-views.ts";

/** The longest delay of a browser's timer. */
const longest = 2 ** 31 - 1;

/** The numbers of the views, and the tickets of each. Counts again when tickets change and when time moves one. */
export function useCounting(tickets: Ticket[], views: ShownView[], zone: string) {
  const { userid } = useProfile();
  const [turn, count] = useReducer((turns: number) => turns + 1, 0);
  const counter = useMemo(() => new ViewCounter(views, { viewer: userid, zone }), [views, userid, zone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is another moment
  const { counts, next } = useMemo(() => counter.count(tickets, Date.now()), [counter, tickets, turn]);
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(count, Math.min(Math.max(next - Date.now(), 0), longest));
    return () => clearTimeout(timer);
  }, [next]);
  return { counts, shown: (key: string) => counter.shown(tickets, key) };
}
