import type { ClientProfile, ClientRow, EnteredClientFilter } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { texts } from "@parley/contract/texts";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys as apiKeys } from "../../api/queries.ts";
import { writeFilter } from "./page/address-filter.ts";
import { refetchOptions } from "./page/long-list.ts";

const keys = {
  lists: apiKeys.clientLists,
  list: (filter: EnteredClientFilter) => [...apiKeys.clientLists, writeFilter(filter)],
  found: (term: string) => [...apiKeys.foundClients, term],
  one: (id: string) => [...apiKeys.clientProfiles, id],
} as const;

/** A page and, with the first, the number of clients. The last page is empty. */
type Page = { clients: ClientRow[]; total?: number };
type Place = { offset: number; after: string };

/** The clients that match, newest first: 20, then ten by ten after the last one on screen. */
export const clientsQuery = (filter: EnteredClientFilter) =>
  infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      pageParam ? fetchMore(filter, pageParam, signal) : fetchFirst(filter, signal),
    initialPageParam: null as Place | null,
    getNextPageParam: (last: Page, pages: Page[]): Place | undefined => {
      const after = last.clients.at(-1)?.clientid;
      if (!after || pages[0]?.clients.length !== limits.clientsPage) return undefined;
      return { offset: limits.clientsPage + (pages.length - 1) * limits.clientsStep, after };
    },
    ...refetchOptions,
  });

async function fetchFirst(filter: EnteredClientFilter, signal: AbortSignal): Promise<Page> {
  const { clients, totalClients } = await call("listClients", { query: filter, signal });
  return { clients, total: totalClients };
}

async function fetchMore(
  filter: EnteredClientFilter,
  { offset, after }: Place,
  signal: AbortSignal,
): Promise<Page> {
  const answer = await call("listMoreClients", { params: { offset }, query: { ...filter, after }, signal });
  return { clients: answer === texts.tableEnd ? [] : answer };
}

/** Terms that match every client. Dots alone would be relative parts of an address. */
const reserved = new Set(["", "*", "all", ".", ".."]);
export const isReserved = (term: string): boolean => reserved.has(term.trim().toLowerCase());

export const foundClientsQuery = (term: string) =>
  queryOptions({
    queryKey: keys.found(term),
    queryFn: ({ signal }) => call("searchClients", { params: { term }, signal }),
    enabled: !isReserved(term),
  });

export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call("getClient", { params: { id }, signal }),
    retry: false,
  });

/** Updates a changed client wherever they are on screen. */
export function showClient(cache: QueryClient, row: ClientRow): void {
  const replaced = (rows: ClientRow[]) => rows.map((one) => (one.clientid === row.clientid ? row : one));
  cache.setQueriesData<InfiniteData<Page, Place | null>>(
    { queryKey: keys.lists },
    (old) =>
      old && { ...old, pages: old.pages.map((page) => ({ ...page, clients: replaced(page.clients) })) },
  );
  cache.setQueriesData<ClientRow[]>({ queryKey: apiKeys.foundClients }, (old) => old && replaced(old));
  cache.setQueriesData<ClientProfile>({ queryKey: apiKeys.clientProfiles }, (old) =>
    old?.client.clientid === row.clientid ? { ...old, client: { ...old.client, ...row } } : old,
  );
}

/** After a merge or its undoing all data of clients may have changed. */
export async function refreshClients(cache: QueryClient): Promise<void> {
  const areas = ["admin", "actions", "client details"];
  await Promise.all(areas.map((area) => cache.invalidateQueries({ queryKey: [area] })));
}

/** The open proposals of a client, or of all, oldest first. */
export const mergeProposalsQuery = (client?: string) =>
  infiniteQueryOptions({
    queryKey: [...apiKeys.organisations, "proposals", client ?? null],
    queryFn: ({ pageParam: after, signal }) =>
      call("listMergeProposals", { query: { client, after }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ proposals }) => {
      const last = proposals.length < limits.mergeProposalsPage ? undefined : proposals.at(-1);
      return last && [last.client.clientid, last.other.clientid].toSorted().join(" ");
    },
    ...refetchOptions,
  });
