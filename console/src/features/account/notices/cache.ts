/** The agent's settings of notices, in the query cache. */
import type { ChangeNoticeSettings, NoticeSettings } from "@parley/contract/notices";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const noticeSettingsQuery = queryOptions({
  queryKey: keys.noticeSettings,
  queryFn: ({ signal }) => call("getNoticeSettings", { signal }),
});

/** Changes that were not answered yet, one after another. */
export const changing = { mutationKey: keys.noticeSettings, scope: { id: "notice settings" } };

/** Another tab has changed them. What is being changed here is fetched when the last change is answered. */
export function refetchNotices(cache: QueryClient): void {
  if (cache.isMutating({ mutationKey: changing.mutationKey }) === 0)
    void cache.invalidateQueries({ queryKey: keys.noticeSettings });
}

export function changed(
  before: NoticeSettings,
  { kinds = {}, quiet = before.quiet }: ChangeNoticeSettings,
): NoticeSettings {
  const given = Object.entries(kinds).map(([kind, ways]) => [
    kind,
    { ...before.kinds[kind as keyof typeof kinds], ...ways },
  ]);
  return { ...before, kinds: { ...before.kinds, ...Object.fromEntries(given) }, quiet };
}

/** The change that undoes this one. */
export function reverse(
  before: NoticeSettings,
  { kinds, quiet }: ChangeNoticeSettings,
): ChangeNoticeSettings {
  const were = Object.entries(kinds ?? {}).map(([kind, ways]) => [
    kind,
    Object.fromEntries(
      Object.keys(ways ?? {}).map((way) => [
        way,
        before.kinds[kind as keyof typeof before.kinds][way as "mail"],
      ]),
    ),
  ]);
  return { kinds: Object.fromEntries(were), ...(quiet !== undefined && { quiet: before.quiet }) };
}
