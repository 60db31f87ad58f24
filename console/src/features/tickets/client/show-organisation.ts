import type { ClientRow } from "@parley/contract/client-profiles";
import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";

export type Chosen = { clientids: string[]; organisation: NonNullable<ClientRow["organisation"]> | null };
type Shown = Pick<ClientRow, "clientid" | "organisation">;
type Page = { clients: Shown[] };

/** Shows the chosen organisation of clients at once, beside chats, on their pages and in tables. Answers what undoes it. */
export function showOrganisation(cache: QueryClient, { clientids, organisation }: Chosen): () => void {
  const chosen = new Set(clientids);
  const isChosen = (value: Partial<Shown> | undefined): value is Shown => chosen.has(value?.clientid ?? "");
  const changed = <Row extends Shown>({ organisation: _before, ...row }: Row) =>
    ({ ...row, ...(organisation && { organisation }) }) as Row;
  const changedIn = (rows: Shown[]) => rows.map((row) => (isChosen(row) ? changed(row) : row));
  const before = [keys.clientDetails(), keys.clientProfiles, keys.clientLists, keys.foundClients].flatMap(
    (queryKey) => cache.getQueriesData({ queryKey }),
  );
  cache.setQueriesData<Shown>({ queryKey: keys.clientDetails() }, (old) =>
    isChosen(old) ? changed(old) : old,
  );
  cache.setQueriesData<{ client: Shown }>({ queryKey: keys.clientProfiles }, (old) =>
    isChosen(old?.client) ? { ...old, client: changed(old.client) } : old,
  );
  cache.setQueriesData<Shown[]>({ queryKey: keys.foundClients }, (old) => old && changedIn(old));
  for (const [queryKey, old] of cache.getQueriesData<InfiniteData<Page>>({ queryKey: keys.clientLists })) {
    if (!old) continue;
    const stays = staysIn(queryKey, organisation);
    const clients = (rows: Shown[]) => (stays ? changedIn(rows) : rows.filter((row) => !isChosen(row)));
    const pages = old.pages.map((page) => ({ ...page, clients: clients(page.clients) }));
    cache.setQueryData(queryKey, { ...old, pages });
  }
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data);
  };
}

/** A table that is filtered by an organisation has the clients of that one alone. */
function staysIn(queryKey: QueryKey, organisation: Chosen["organisation"]): boolean {
  const only = new URLSearchParams(String(queryKey.at(-1))).get("organisation");
  return !only || only === organisation?.organisationid;
}
