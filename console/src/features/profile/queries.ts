/** What the profile reads of the agent's own account. There is no event for it; each change fetches it again. */
import { limits } from "@parley/contract/limits";
import type { OwnSession, SignInEntry } from "@parley/contract/sessions";
import type { TwoStepState } from "@parley/contract/two-step";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { get } from "../../api/client.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => get<OwnSession[]>("/auth/sessions", signal),
});

export const twoStepQuery = queryOptions({
  queryKey: ["account", "two-step"],
  queryFn: ({ signal }) => get<TwoStepState>("/auth/two-step", signal),
});

export const signInsQuery = infiniteQueryOptions({
  queryKey: ["account", "sign-ins"],
  queryFn: ({ pageParam, signal }) =>
    get<SignInEntry[]>(`/auth/sign-ins${pageParam ? `?before=${pageParam}` : ""}`, signal),
  initialPageParam: 0,
  // A page that is not full is the last.
  getNextPageParam: (last: SignInEntry[]) => (last.length < limits.signInsPage ? undefined : last.at(-1)?.id),
});
