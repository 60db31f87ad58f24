/** The tickets that the agent sees by a mention alone: they read them and write notes. */
import type { Ticket } from "@parley/contract/tickets";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { watchMentions } from "../../../api/events.ts";
import { keys } from "../../../api/queries.ts";
import { useViewer } from "../../session/viewer.ts";

/** Subscribed first, so that no event is missed between the two. */
export const mentionedTicketsQuery = queryOptions({
  queryKey: keys.mentionedTickets,
  queryFn: async ({ signal }) => {
    await watchMentions();
    return call("listMentionedTickets", { signal });
  },
});

const none: Ticket[] = [];

/** Empty for an agent who sees every department. */
export function useMentionedTickets(): Ticket[] {
  const enabled = useViewer().departments !== "all";
  return useQuery({ ...mentionedTicketsQuery, enabled }).data ?? none;
}

export const refetchMentioned = (cache: QueryClient) =>
  void cache.invalidateQueries({ queryKey: keys.mentionedTickets });
