import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { applyToBubbles, type BubbleEvent, inOrder } from "./bubble-events.ts";

export const bubblesQuery = queryOptions({
  queryKey: keys.bubbles,
  queryFn: async ({ signal }) => inOrder(await call("listBubbles", { signal })),
});

/** Applies a live event, or the equal answer to a call. */
export function apply(cache: QueryClient, event: BubbleEvent): void {
  cache.setQueryData(bubblesQuery.queryKey, (old) => applyToBubbles(old, event));
}
