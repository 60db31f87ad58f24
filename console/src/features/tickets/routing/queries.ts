import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const offersQuery = queryOptions({
  queryKey: [...keys.routing, "offers"] as const,
  queryFn: ({ signal }) => call("listOffers", { signal }),
});

export const awayQuery = queryOptions({
  queryKey: [...keys.routing, "away"] as const,
  queryFn: ({ signal }) => call("listAway", { signal }),
});
