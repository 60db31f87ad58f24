import type { TicketClient } from "@parley/contract/client-panel";
import { limits } from "@parley/contract/limits";
import type { Ticket, TicketLine } from "@parley/contract/tickets";
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../../api/client.ts";
import { keys, openTicketsQuery } from "../../../api/queries.ts";

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

/** Fetches again what stands beside the chat when an open ticket of the client begins, changes hands, closes or gets a file. */
export function useFreshClient(clientid: string): void {
  useFreshTickets(keys.clientDetails(clientid), (ticket) => ticket.clientid === clientid);
}

/** Fetches again what is shown of an organisation when an open ticket of its clients does so. */
export function useFreshOrganisation(organisationid: string): void {
  useFreshTickets(
    [...keys.organisations, "of", organisationid],
    ({ organisation }) => organisation === organisationid,
  );
}

/** The key names whose tickets they are. */
function useFreshTickets(queryKey: string[], matches: (ticket: Ticket) => boolean): void {
  const cache = useQueryClient();
  const { data: open = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const whose = queryKey.join();
  const signature = open
    .filter(matches)
    .map(({ ticketid, stage, userid, subject, last_message: last }) =>
      [ticketid, stage, userid, subject, last?.type === "text" ? "" : last?.created_on].join(" "),
    )
    .toSorted()
    .join();
  const known = useRef({ whose, signature });
  useEffect(() => {
    const before = known.current;
    known.current = { whose, signature };
    if (before.whose !== whose || before.signature === signature) return;
    void cache.invalidateQueries({ queryKey });
  });
}

type Noted = Pick<TicketClient, "clientid" | "tags" | "note">;

/** Shows a change of what is noted of a client at once, wherever they are beside a chat. Answers what takes it back. */
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
