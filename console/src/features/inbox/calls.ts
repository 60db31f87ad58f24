/** What is done in the open box. */
import type { QueryClient } from "@tanstack/react-query";
import { post } from "../../api/client.ts";
import { useConnection } from "../../api/connection.ts";
import { keys } from "../../api/queries.ts";
import { fetchPage, inboxQuery } from "./cache.ts";
import { withOlder } from "./inbox-state.ts";

export async function loadOlder(cache: QueryClient): Promise<void> {
  const last = cache.getQueryData(inboxQuery.queryKey)?.lines.at(-1);
  if (!last) return;
  const older = await fetchPage({ before: last.id });
  cache.setQueryData(inboxQuery.queryKey, (now) => now && withOlder(now, older, last.id));
}

export const resetCount = (cache: QueryClient) => tell(cache, "/reset-notifications-count");

export const clear = (cache: QueryClient) => tell(cache, "/clear-notifications");

/**
 * What it came to is told by an event, here as on every tab, in its order with what arrives meanwhile: the answer may be
 * overtaken by a new line, which it must not take away. Without a connection no event comes.
 */
async function tell(cache: QueryClient, path: string): Promise<void> {
  await post(path);
  if (useConnection.getState().state !== "live") await cache.invalidateQueries({ queryKey: keys.inbox });
}
