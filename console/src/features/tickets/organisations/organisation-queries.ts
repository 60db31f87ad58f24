import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const organisationQuery = (organisationid: string) =>
  queryOptions({
    queryKey: [...keys.organisations, "one", organisationid],
    queryFn: ({ signal }) => call("getOrganisation", { params: { organisationid }, signal }),
    retry: false,
  });

/** The first of those that a part of the name, or a domain, finds; of all where it is empty. */
export const foundOrganisationsQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.organisations, "found", search],
    queryFn: ({ signal }) => call("listOrganisations", { query: search ? { search } : {}, signal }),
  });
