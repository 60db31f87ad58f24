import { limits } from "@parley/contract/limits";
import type { OrganisationFilter } from "@parley/contract/organisations";
import type { SharedTicket } from "@parley/contract/tickets";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { writeFilter } from "../page/address-filter.ts";
import { refetchOptions } from "../page/long-list.ts";

export const organisationsQuery = (filter: OrganisationFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.organisations, "list", writeFilter(filter)],
    queryFn: ({ pageParam, signal }) =>
      call("listOrganisations", { query: { ...filter, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ organisations }) =>
      organisations.length < limits.organisationsPage ? undefined : organisations.at(-1)?.organisationid,
    ...refetchOptions,
  });

export const organisationTicketsQuery = (organisationid: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.organisations, "of", organisationid, "tickets"],
    queryFn: ({ pageParam, signal }) =>
      call("listOrganisationTickets", { params: { organisationid }, query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: SharedTicket[]) =>
      last.length < limits.ticketsPage ? undefined : last.at(-1)?.ticketid,
  });

/** The figures of its tickets. */
export const organisationFiguresQuery = (organisationid: string) =>
  queryOptions({
    queryKey: [...keys.organisations, "of", organisationid, "figures"],
    queryFn: async ({ signal }) =>
      (await call("getTicketTable", { query: { organisation: organisationid }, signal })).widgetData,
  });
