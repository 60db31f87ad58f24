import type { TestStep } from "@parley/contract/channels";
import type { ServerEvents } from "@parley/contract/events";
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/queries.ts";

/**
 * Refetches a changed account. Tickets contain its name and whether it is connected, so they are fetched too where
 * those changed.
 */
export function refetchChannels(cache: QueryClient, { tickets }: { tickets: boolean }): void {
  void cache.invalidateQueries({ queryKey: keys.channels });
  if (tickets) void cache.invalidateQueries({ queryKey: keys.everyTicket });
}

/** A test runs in one tab; the administrator's others have no list to append to. */
export function appendTestStep(
  cache: QueryClient,
  { channelid, step }: ServerEvents["channelTestStep"],
): void {
  cache.setQueryData<TestStep[]>(keys.channelTest(channelid), (steps) => steps && [...steps, step]);
}
