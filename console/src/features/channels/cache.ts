import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/queries.ts";

/** An account was changed. Tickets carry its name and whether it is connected, so they are fetched too where those changed. */
export function refetchChannels(cache: QueryClient, { tickets }: { tickets: boolean }): void {
  void cache.invalidateQueries({ queryKey: keys.channels });
  if (tickets) void cache.invalidateQueries({ queryKey: keys.everyTicket });
}
