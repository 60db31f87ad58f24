import type { Tag } from "@parley/contract/tags";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

/** The company's tags by name, and by id: cards look theirs up. */
export const tagsQuery = queryOptions({
  queryKey: keys.tags,
  queryFn: async ({ signal }) => {
    const { closed, tags } = await call("listTags", { signal });
    return { closed, tags, byId: new Map(tags.map((tag) => [tag.tagid, tag])) };
  },
});

/** The tags with these ids, by name. One that was deleted meanwhile is left out. */
export function useTags(ids: string[] = []): Tag[] {
  const { data } = useQuery({ ...tagsQuery, enabled: ids.length > 0 });
  return ids
    .flatMap((id) => data?.byId.get(id) ?? [])
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Where a tag was merged or deleted, tickets and clients have others. */
export function refetchTags(cache: QueryClient, { tickets }: { tickets: boolean }): void {
  void cache.invalidateQueries({ queryKey: keys.tags });
  if (!tickets) return;
  for (const queryKey of [keys.everyTicket, keys.clientProfiles, keys.clientLists, keys.clientDetails()])
    void cache.invalidateQueries({ queryKey });
  // A view may ask for a tag that is gone.
  void cache.invalidateQueries({ queryKey: keys.views });
}
