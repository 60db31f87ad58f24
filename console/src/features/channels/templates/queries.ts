import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

/** The templates of an account. A review may end at any time, so they are fetched when they are needed. */
export const templatesQuery = (channelid: string) =>
  queryOptions({
    queryKey: keys.templates(channelid),
    queryFn: ({ signal }) => call("listTemplates", { params: { channelid }, signal }),
    staleTime: 30_000,
  });
