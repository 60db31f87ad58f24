import { abilitiesOf } from "@parley/contract/abilities";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { useProfile } from "../../session/viewer.ts";

export const firstStepsQuery = queryOptions({
  queryKey: ["first-steps"],
  queryFn: ({ signal }) => call("getFirstSteps", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** True if the company's first steps are still to do; only administrators see them. */
export function useFirstSteps(): boolean {
  const { role } = useProfile();
  const { data } = useQuery({ ...firstStepsQuery, enabled: abilitiesOf(role).has("manageSettings") });
  return data?.open === true;
}
