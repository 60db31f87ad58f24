import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";

/** Fetches anew what is noted of a client, or of all, and their organisations, wherever it is on screen. */
export async function refetchClient(cache: QueryClient, { clientid }: { clientid?: string }): Promise<void> {
  const { clientProfiles, clientLists, foundClients, organisations } = keys;
  const all = [keys.clientDetails(clientid), clientProfiles, clientLists, foundClients, organisations];
  await Promise.all(all.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
