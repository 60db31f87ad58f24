/** Applies live events about agents to the cache. `colleague-events.ts` computes each change. */
import type { Profile } from "@parley/contract/sessions";
import type { Ticket } from "@parley/contract/tickets";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import {
  closedTicketsQuery,
  colleaguesQuery,
  keys,
  openTicketsQuery,
  profileQuery,
} from "../../../api/queries.ts";
import { type AgentUpdate, reduceColleagues, reduceProfile, renameHandler } from "./colleague-events.ts";

export function applyAgent(cache: QueryClient, row: AgentUpdate): void {
  const colleagues = cache.getQueryData(colleaguesQuery.queryKey);
  const wasThere = colleagues?.some(({ userid }) => userid === row.userid);
  // A private chat counts as unread only with an enabled colleague.
  if (wasThere !== row.enabled) void cache.invalidateQueries({ queryKey: keys.privateChats });
  cache.setQueryData(colleaguesQuery.queryKey, (old) => reduceColleagues(old, row));
  cache.setQueryData(profileQuery.queryKey, (old) => reduceProfile(old, row));
  const rename = (ticket: Ticket) => renameHandler(ticket, row);
  cache.setQueryData(openTicketsQuery.queryKey, (old) => old?.map(rename));
  cache.setQueryData<InfiniteData<Ticket[]>>(
    closedTicketsQuery.queryKey,
    (old) => old && { ...old, pages: old.pages.map((page) => page.map(rename)) },
  );
  cache.setQueriesData<Ticket[]>({ queryKey: keys.ticketSearches }, (old) => old?.map(rename));
  cache.setQueriesData<Ticket>({ queryKey: keys.tickets }, (old) => old && rename(old));
  // An open reassign dialog fetches its agents again.
  void cache.invalidateQueries({ queryKey: keys.agentsForAny });
}

export function applyProfile(cache: QueryClient, profile: Profile): void {
  cache.setQueryData(profileQuery.queryKey, profile);
}
