/**
 * A fetch that was on its way while an event arrived may answer with what was true before that event, and would then
 * undo it. So events are kept while a fetch runs and applied again when it has answered: applying one twice changes
 * nothing, and every event since the fetch began is applied in its order.
 */
import type { QueryClient } from "@tanstack/react-query";

type Apply = () => void;

export function createJournal(cache: QueryClient): { record(apply: Apply): void; stop(): void } {
  let events: Apply[] = [];
  const begun = new Map<string, number>();

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
