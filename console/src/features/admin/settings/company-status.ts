import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";

export const companyStatusKey = ["admin", "company-status"];

/** Asked again every few seconds while days are being counted. */
const countingPoll = 3_000;

export function useCompanyStatus() {
  return useQuery({
    queryKey: companyStatusKey,
    queryFn: ({ signal }) => call("getCompanyStatus", { signal }),
    refetchInterval: ({ state }) => (state.data?.counting_days ? countingPoll : false),
  });
}
