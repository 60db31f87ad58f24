/** The search over everything, as the command bar and the search page ask for it. */
import type { EverythingAnswer, Hit } from "@parley/contract/search";
import type { SearchKind } from "@parley/contract/search-query";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { adminPaths, workspacePath } from "../../../paths.ts";
import type { Destination } from "../messages/destination.ts";

/** The first few of each kind. A search that is typed over is cancelled. */
export function useEverything(phrase: string) {
  return useQuery({
    queryKey: ["search", phrase],
    queryFn: ({ signal }): Promise<EverythingAnswer> =>
      call("searchEverything", { query: { q: phrase }, signal }),
    enabled: phrase !== "",
    placeholderData: keepPreviousData,
  });
}

/** The list of one kind, page by page. */
export function useHitsOf(kind: SearchKind, phrase: string) {
  return useInfiniteQuery({
    queryKey: ["search", phrase, kind],
    queryFn: async ({ signal, pageParam }) => {
      const query = { q: phrase, kind, ...(pageParam && { cursor: pageParam }) };
      return (await call("searchEverything", { query, signal })).groups[0] ?? null;
    },
    initialPageParam: "",
    getNextPageParam: (last) => last?.cursor ?? null,
    enabled: phrase !== "",
  });
}

/** A result opens its ticket at the message or the note, or its client's page. */
export function placeOfHit(hit: Hit): { to: string; state?: { jumpTo: Destination } } {
  const { ticket, client, seq } = hit;
  if (!ticket) return { to: adminPaths.client(client?.short_id ?? "") };
  const to = workspacePath({
    ticket: ticket.ticketid.slice(0, 8),
    view: ticket.closed_on ? "closed" : "pending",
  });
  const messageid = hit.noteid ?? hit.messageid;
  return messageid && seq !== null ? { to, state: { jumpTo: { messageid, seq } } } : { to };
}
