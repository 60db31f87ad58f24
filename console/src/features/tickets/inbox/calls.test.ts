import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { useConnection } from "../../../api/connection.ts";
import { useToasts } from "../../../ui/toast.ts";
import { apply, inboxQuery } from "./cache.ts";
import { clear, resetCount } from "./calls.ts";

const line = (id: string) => ({
  id,
  type: "rating" as const,
  name: "Olena Koval",
  created_on: "2026-11-21T09:00:00.000Z",
  ticketid: null,
  ticket_created_on: null,
  ticket_platform: null,
  senderid: null,
  unread: 1,
  by_name: null,
  seen: false,
});

afterEach(() => vi.unstubAllGlobals());

/** The server has answered; a new line arrives before the answer does. */
function overtaken(cache: QueryClient, said: Parameters<typeof apply>[1]) {
  return vi.fn(async () => {
    apply(cache, said);
    apply(cache, { name: "newNotification", payload: { notification: line("new"), count: 1 } });
    return new Response("{}");
  });
}

test.each([
  ["seen", resetCount, { name: "notificationsSeen", payload: { ids: null, count: 0 } }, ["new", "old"]],
  ["cleared", clear, { name: "notificationsCleared", payload: {} }, ["new"]],
] as const)(
  "a line that overtakes the answer when the inbox was %s stays, and is not seen",
  async (_, call, said, ids) => {
    useConnection.setState({ state: "live", caughtUpAt: null }, true);
    const cache = new QueryClient();
    cache.setQueryData(inboxQuery.queryKey, { lines: [line("old")], count: 1, more: false });
    vi.stubGlobal("fetch", overtaken(cache, said));
    await call(cache);
    const inbox = cache.getQueryData(inboxQuery.queryKey);
    expect(inbox?.count).toBe(1);
    expect(inbox?.lines.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(inbox?.lines.find(({ id }) => id === "new")?.seen).toBe(false);
  },
);

test("a handed over ticket is named in a toast, once", () => {
  useToasts.setState({ toasts: [] });
  const cache = new QueryClient();
  cache.setQueryData(inboxQuery.queryKey, { lines: [], count: 0, more: false });
  const notification = { ...line("handed"), type: "handover" as const, by_name: "Ingrid Solheim" };
  for (let time = 0; time < 2; time++)
    apply(cache, { name: "newNotification", payload: { notification, count: 1 } });
  expect(useToasts.getState().toasts).toHaveLength(1);
});

test("the inbox is fetched again when the connection is lost", async () => {
  useConnection.setState({ state: "offline", since: new Date() }, true);
  const cache = new QueryClient();
  cache.setQueryData(inboxQuery.queryKey, { lines: [line("old")], count: 1, more: false });
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("{}")),
  );
  await resetCount(cache);
  expect(cache.getQueryState(inboxQuery.queryKey)?.isInvalidated).toBe(true);
});
