import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

/** The agent's signature, their department's or the given one's, and both filled in. */
export const signatureQuery = (departmentid: string | undefined) =>
  queryOptions({
    queryKey: keys.signature(departmentid ?? ""),
    queryFn: ({ signal }) => call("getSignature", { query: { departmentid }, signal }),
    staleTime: 60_000,
  });
