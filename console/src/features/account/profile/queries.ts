/** The profile's queries about the agent's own account. There is no event for them; each change fetches them again. */
import { limits } from "@parley/contract/limits";
import type { SignInEntry } from "@parley/contract/sessions";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => call("listSessions", { signal }),
});

export const twoStepQuery = queryOptions({
  queryKey: ["account", "two-step"],
  queryFn: ({ signal }) => call("getTwoStep", { signal }),
});

export const signInsQuery = infiniteQueryOptions({
  queryKey: ["account", "sign-ins"],
  queryFn: ({ pageParam, signal }) => call("listSignIns", { query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  // A page that is not full is the last.
  getNextPageParam: (last: SignInEntry[]) => (last.length < limits.signInsPage ? undefined : last.at(-1)?.id),
});
