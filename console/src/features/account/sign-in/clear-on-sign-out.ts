import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { keys } from "../../../api/queries.ts";

/** Clears the query cache after a session has ended. */
export function useClearOnSignOut(): void {
  const cache = useQueryClient();
  const { state } = useLocation();
  const ended = (state as { loggedOut?: true } | null)?.loggedOut === true;
  useEffect(() => {
    if (ended) cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  }, [cache, ended]);
}
