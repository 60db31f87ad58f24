import type { CreateTag, MergeTag, TagList, UpdateTag } from "@parley/contract/tags";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** The number of tickets and clients by tag. */
export const tagUsesQuery = queryOptions({
  queryKey: keys.tagUses,
  queryFn: async ({ signal }) => {
    const uses = await call("listTagUses", { signal });
    return new Map(uses.map(({ tagid, ...of }) => [tagid, of]));
  },
});

/** The changes of an administrator. What the server refuses is said, and leaves the screen as it is. */
export function useTagSettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = {
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.tags }),
    onError: (error: Error) => toast(t("tags.failed", { reason: failureText(error, t) }), "danger"),
  };
  const create = useMutation({ mutationFn: (body: CreateTag) => call("createTag", { body }), ...change });
  const update = useMutation({ mutationFn: (body: UpdateTag) => call("updateTag", { body }), ...change });
  const remove = useMutation({
    mutationFn: (tagid: string) => call("deleteTag", { body: { tagid } }),
    ...change,
  });
  const merge = useMutation({ mutationFn: (body: MergeTag) => call("mergeTag", { body }), ...change });
  const close = useMutation({
    mutationFn: (closed: TagList["closed"]) => call("switchTagList", { body: { closed } }),
    ...change,
  });
  return { create, update, remove, merge, close };
}
