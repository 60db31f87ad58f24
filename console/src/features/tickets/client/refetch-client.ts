import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";

/** Fetches anew what is noted of a client, or of all, and their organisations, wherever it is on screen. */
export async function refetchClient(cache: QueryClient, { clientid }: { clientid?: string }): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: keys.clientDetails(clientid) }),
    cache.invalidateQueries({ queryKey: keys.clientProfiles }),
    cache.invalidateQueries({ queryKey: keys.clientLists }),
    cache.invalidateQueries({ queryKey: keys.foundClients }),
    cache.invalidateQueries({ queryKey: keys.mergeProposals }),
    cache.invalidateQueries({ queryKey: keys.organisations }),
  ]);
}
