/**
 * A fetch under way while an event arrives may return the state before that event and undo it. So events are recorded
 * while a fetch runs and applied again, in order, to its result; applying an event twice changes nothing.
 */
import type { QueryClient } from "@tanstack/react-query";

type Apply = () => void;

export function createJournal(cache: QueryClient): { record(apply: Apply): void; stop(): void } {
  let events: Apply[] = [];
  // Screens begin their first fetches before the connection that brings the events.
  const underWay = cache.getQueryCache().findAll({ fetchStatus: "fetching" });
  const begun = new Map(underWay.map(({ queryHash }) => [queryHash, 0]));

  const stop = cache.getQueryCache().subscribe((change) => {
    const { queryHash } = change.query;
    if (change.type === "removed") begun.delete(queryHash);
    if (change.type !== "updated") return;
    const { action } = change;
    if (action.type === "fetch") begun.set(queryHash, events.length);
    if (action.type === "error") begun.delete(queryHash);
    if (action.type === "success" && !action.manual) {
      const from = begun.get(queryHash);
      begun.delete(queryHash);
      if (from !== undefined) for (const apply of events.slice(from)) apply();
    }
    if (begun.size === 0) events = [];
  });

  return {
    record(apply) {
      if (begun.size > 0) events.push(apply);
      apply();
    },
    stop,
  };
}
