import { tagColours } from "@parley/contract/tag-colours";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { tagsQuery } from "./tags-query.ts";

/** Makes a tag in the next colour. */
export function useMakeTag(onMade: (tagid: string) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => {
      const made = cache.getQueryData(tagsQuery.queryKey)?.tags.length ?? 0;
      const colour = tagColours[(made + 1) % tagColours.length] ?? "grey";
      return call("createTag", { body: { name, colour } });
    },
    onSuccess: async ({ tagid }) => {
      await cache.invalidateQueries({ queryKey: tagsQuery.queryKey });
      onMade(tagid);
    },
    onError: (error) => toast(t("tags.failed", { reason: failureText(error, t) }), "danger"),
  });
}
