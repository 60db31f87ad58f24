import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { post } from "../../api/client.ts";

/** What a mailed link opens. Its token stands behind the #, which no server is sent. */
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
