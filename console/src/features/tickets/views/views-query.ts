import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const viewsQuery = queryOptions({
  queryKey: keys.views,
  queryFn: ({ signal }) => call("listViews", { signal }),
});

/** The server counts while the list of open tickets is not whole yet. */
export const viewCountsQuery = queryOptions({
  queryKey: keys.viewCounts,
  queryFn: ({ signal }) => call("countViews", { signal }),
});

/** A colleague's view whose address was sent. */
export const viewQuery = (viewid: string) =>
  queryOptions({
    queryKey: keys.view(viewid),
    queryFn: ({ signal }) => call("getView", { params: { viewid }, signal }),
  });
