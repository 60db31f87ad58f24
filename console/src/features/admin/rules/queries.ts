import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const rulesQuery = queryOptions({
  queryKey: keys.rules,
  queryFn: ({ signal }) => call("listRules", { signal }),
});

export const versionsQuery = (ruleid: string) =>
  queryOptions({
    queryKey: [...keys.rules, "versions", ruleid],
    queryFn: ({ signal }) => call("listRuleVersions", { params: { ruleid }, signal }),
    staleTime: 0,
  });
