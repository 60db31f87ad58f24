import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";

/** They are fetched again while they are on screen, since a delivery is no event. */
export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: ({ signal }) => call("listWebhooks", { signal }),
  refetchInterval: 5_000,
});
