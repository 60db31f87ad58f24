/** The actions in the open box. */
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { useConnection } from "../../../api/connection.ts";
import { keys } from "../../../api/queries.ts";
import { fetchPage, inboxQuery } from "./cache.ts";
import { withOlder } from "./inbox-state.ts";

export async function loadOlder(cache: QueryClient): Promise<void> {
  const last = cache.getQueryData(inboxQuery.queryKey)?.lines.at(-1);
  if (!last) return;
  const older = await fetchPage({ before: last.id });
  cache.setQueryData(inboxQuery.queryKey, (now) => now && withOlder(now, older, last.id));
}

export const resetCount = (cache: QueryClient) => callAndRefetch(cache, "resetNotificationCount");

export const clear = (cache: QueryClient) => callAndRefetch(cache, "clearNotifications");

/**
 * The effect of the call arrives as an event, on this tab as on every other, in order with new lines: the
 * answer may come after a new line, which it must not remove. Without a connection the inbox is fetched again.
 */
async function callAndRefetch(
  cache: QueryClient,
  name: "resetNotificationCount" | "clearNotifications",
): Promise<void> {
  await call(name);
  if (useConnection.getState().state !== "live") await cache.invalidateQueries({ queryKey: keys.inbox });
}
