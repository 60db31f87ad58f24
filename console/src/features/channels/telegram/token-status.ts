import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

/** True if the company has a bot. The key is below the accounts', whose changes come live. */
export const tokenStatusQuery = queryOptions({
  queryKey: [...keys.channels, "telegram token"],
  queryFn: ({ signal }) => call("getTelegramTokenStatus", { signal }),
});
