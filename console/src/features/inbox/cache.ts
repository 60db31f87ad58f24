/** The agent's inbox: its cache, and live events into it. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { applyToInbox, fromAnswer, type InboxEvent, type InboxState } from "./inbox-state.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export async function fetchPage(page: { before?: string }, signal?: AbortSignal): Promise<InboxState> {
  return fromAnswer(await call("listNotifications", { query: { tz: zone, ...page }, signal }));
}

export const inboxQuery = queryOptions({
  queryKey: keys.inbox,
  queryFn: ({ signal }) => fetchPage({}, signal),
});

export function apply(cache: QueryClient, event: InboxEvent): void {
  cache.setQueryData(inboxQuery.queryKey, (old) => applyToInbox(old, event));
}
