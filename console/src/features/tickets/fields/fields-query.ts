import type { FieldOwner } from "@parley/contract/field-types";
import type { Field } from "@parley/contract/fields";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const fieldsQuery = queryOptions({
  queryKey: keys.fields,
  queryFn: ({ signal }) => call("listFields", { signal }),
});

export function useFields(owner: FieldOwner): Field[] {
  const { data = [] } = useQuery(fieldsQuery);
  return data.filter((field) => field.owner === owner);
}

/** Where a field was deleted, tickets and clients have lost its values. */
export function refetchFields(cache: QueryClient, { values }: { values: boolean }): void {
  void cache.invalidateQueries({ queryKey: keys.fields });
  if (!values) return;
  for (const queryKey of [keys.everyTicket, keys.clientProfiles, keys.clientLists, keys.clientDetails()])
    void cache.invalidateQueries({ queryKey });
  // A view may ask for a field that is gone.
  void cache.invalidateQueries({ queryKey: keys.views });
}
