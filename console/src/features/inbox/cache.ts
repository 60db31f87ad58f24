/** The agent's inbox: its cache, live events into it, and the two calls that change it. */
import type { NotificationsAnswer } from "@parley/contract/notifications";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { get, post } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { applyToInbox, fromAnswer, type InboxEvent, type InboxState, withOlder } from "./inbox-state.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

async function fetchPage(page: Record<string, string>, signal?: AbortSignal): Promise<InboxState> {
  const query = new URLSearchParams({ tz: zone, ...page });
  return fromAnswer(await get<NotificationsAnswer>(`/notifications?${query}`, signal));
}

export const inboxQuery = queryOptions({
  queryKey: keys.inbox,
  queryFn: ({ signal }) => fetchPage({}, signal),
});

export function apply(cache: QueryClient, event: InboxEvent): void {
  cache.setQueryData(inboxQuery.queryKey, (old) => applyToInbox(old, event));
}

export async function loadOlder(cache: QueryClient): Promise<void> {
  const last = cache.getQueryData(inboxQuery.queryKey)?.lines.at(-1);
  if (!last) return;
  const older = await fetchPage({ before: last.id });
  cache.setQueryData(inboxQuery.queryKey, (now) => now && withOlder(now, older));
}

/** The inbox is open: at once here, and by an event on the agent's other tabs. */
export async function resetCount(cache: QueryClient): Promise<void> {
  await post("/reset-notifications-count");
  apply(cache, { name: "notificationsSeen", payload: { ids: null, count: 0 } });
}

export async function clear(cache: QueryClient): Promise<void> {
  await post("/clear-notifications");
  apply(cache, { name: "notificationsCleared", payload: {} });
}
