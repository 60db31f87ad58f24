import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refreshClients } from "../client-queries.ts";

test("after a merge or its undoing the feed is fetched again, too", async () => {
  const cache = new QueryClient();
  const feed = ["actions", "listClientActions", "c1", "ALL"];
  cache.setQueryData(feed, []);
  await refreshClients(cache);
  expect(cache.getQueryState(feed)?.isInvalidated).toBe(true);
});
