import type { Bubble } from "@parley/contract/bubbles";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { apply, bubblesQuery } from "./cache.ts";

afterEach(() => vi.unstubAllGlobals());

const bubble = (bubbleid: string, name: string): Bubble => ({ bubbleid, name, content: `${name}!` });

test("bubbles are shown by name from the start, and events keep them so", async () => {
  vi.stubGlobal("fetch", async () => Response.json([bubble("1", "hours"), bubble("2", "Address")]));
  const cache = new QueryClient();
  apply(cache, { name: "newBubble", payload: bubble("3", "Early") });
  expect(cache.getQueryData(bubblesQuery.queryKey)).toBeUndefined();
  await cache.fetchQuery(bubblesQuery);
  apply(cache, { name: "newBubble", payload: bubble("3", "Closing") });
  apply(cache, { name: "deleteBubble", payload: { bubbleid: "1" } });
  expect(cache.getQueryData(bubblesQuery.queryKey)?.map(({ name }) => name)).toEqual(["Address", "Closing"]);
});
