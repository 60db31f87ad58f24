import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { showNoted } from "./client-query.ts";
import { refetchClient } from "./refetch-client.ts";

/** Adds a tag that the client lacks, or removes one that they have. */
export function useToggleClientTag({
  clientid,
  tags = [],
}: {
  clientid: string;
  tags?: string[] | undefined;
}) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tagid: string) =>
      call("changeClientTags", {
        body: { clientid, ...(tags.includes(tagid) ? { remove: [tagid] } : { add: [tagid] }) },
      }),
    onMutate: (tagid) => ({
      undo: showNoted(cache, clientid, ({ tags: own = [] }) => ({
        tags: own.includes(tagid) ? own.filter((one) => one !== tagid) : [...own, tagid],
      })),
    }),
    onSuccess: () => refetchClient(cache, { clientid }),
    onError: (error, _tagid, shown) => {
      shown?.undo();
      toast(t("tags.failed", { reason: failureText(error, t) }), "danger");
    },
  });
}
