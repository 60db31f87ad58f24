/** The query of one's own texts stands alone, since the first load has it. */
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const ownOutgoingQuery = queryOptions({
  queryKey: keys.ownOutgoing,
  queryFn: ({ signal }) => call("listOutgoing", { signal }),
});
