import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { writeFilter } from "../page/address-filter.ts";
import { askedBy, type PageFilter } from "./filter.ts";

/** Milliseconds after which the figures on screen are read again. */
const again = 30_000;

export function figuresQuery(filter: PageFilter) {
  const query = askedBy(filter);
  return queryOptions({
    queryKey: ["admin", "figures", writeFilter(query)],
    queryFn: ({ signal }) => call("getFigures", { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: again,
  });
}
