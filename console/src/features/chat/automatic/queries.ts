import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const automaticQuery = queryOptions({
  queryKey: keys.automaticMessages,
  queryFn: ({ signal }) => call("listAutomatic", { signal }),
});
