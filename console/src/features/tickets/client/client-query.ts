import type { TicketClient } from "@parley/contract/client-panel";
import { limits } from "@parley/contract/limits";
import type { Ticket, TicketLine } from "@parley/contract/tickets";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

type Of = Pick<Ticket, "clientid" | "ticketid">;

/** The client beside a ticket. They are fetched again when they are shown, and when what is noted of them changes. */
export const ticketClientQuery = ({ clientid, ticketid }: Of) =>
  queryOptions({
    queryKey: [...keys.clientDetails(clientid), "beside", ticketid],
    queryFn: ({ signal }) => call("getTicketClient", { params: { ticketid }, signal }),
    staleTime: 0,
  });

export const ticketsOfClientQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.clientDetails(id), "tickets"],
    queryFn: ({ pageParam, signal }) =>
      call("listClientTickets", { params: { id }, query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    staleTime: 0,
    getNextPageParam: (last: TicketLine[]) =>
      last.length < limits.ticketsPage ? undefined : last.at(-1)?.ticketid,
  });

export const filesOfClientQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.clientDetails(id), "files"],
    queryFn: ({ pageParam, signal }) =>
      call("listClientFiles", { params: { id }, query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    staleTime: 0,
    getNextPageParam: (last) => (last.length < limits.clientFilesPage ? undefined : last.at(-1)?.fileid),
  });

type Noted = Pick<TicketClient, "clientid" | "tags" | "note">;

/** Shows a change of what is noted of a client at once, wherever they are beside a chat. Answers what undoes it. */
export function showNoted(
  cache: QueryClient,
  clientid: string,
  change: (noted: Noted) => Partial<Noted>,
): () => void {
  const queryKey = keys.clientDetails(clientid);
  const before = cache.getQueriesData({ queryKey });
  cache.setQueriesData({ queryKey }, (old: Noted | undefined) =>
    old?.clientid === clientid ? { ...old, ...change(old) } : old,
  );
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data);
    void cache.invalidateQueries({ queryKey });
  };
}
