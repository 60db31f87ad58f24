import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { post } from "../../api/client.ts";

/** Opens a mailed link. Its token is in the fragment, which browsers do not send. */
export function useLink<Opened>(call: "/open-invitation" | "/open-reset") {
  const token = useLocation().hash.slice(1);
  const opening = useQuery({
    queryKey: [call, token],
    queryFn: () => post<Opened>(call, { token }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return { token, ...opening };
}
