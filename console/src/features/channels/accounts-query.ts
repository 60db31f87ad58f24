import { queryOptions } from "@tanstack/react-query";
import { channelsQuery } from "../../api/queries.ts";

/** The accounts with their counts, which change with every message without an event. */
export const accountsQuery = queryOptions({ ...channelsQuery, refetchInterval: 30_000 });
