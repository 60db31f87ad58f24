import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";

export const companyStatusKey = ["admin", "company-status"];

/** Milliseconds between two fetches while days are being recounted. */
const countingPoll = 3_000;

export function useCompanyStatus() {
  return useQuery({
    queryKey: companyStatusKey,
    queryFn: ({ signal }) => call("getCompanyStatus", { signal }),
    refetchInterval: ({ state }) => (state.data?.counting_days ? countingPoll : false),
  });
}
