import type { Answer } from "@parley/contract/calls/table";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { call } from "../../../api/client.ts";

/** Opens a mailed link. Its token is in the fragment, which browsers do not send. */
export function useLink<Name extends "openInvitation" | "openReset">(name: Name) {
  const token = useLocation().hash.slice(1);
  const opening = useQuery({
    queryKey: [name, token],
    queryFn: () => call<"openInvitation" | "openReset">(name, { body: { token } }) as Promise<Answer<Name>>,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return { token, ...opening };
}
