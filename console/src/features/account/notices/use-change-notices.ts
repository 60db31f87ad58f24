import type { ChangeNoticeSettings } from "@parley/contract/notices";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { changed, changing, noticeSettingsQuery, reverse } from "./cache.ts";

/** Shows a change at once, and undoes it with the reason when it could not be saved. */
export function useChangeNotices(): (to: ChangeNoticeSettings) => void {
  const cache = useQueryClient();
  const reason = useFailureText();
  const { queryKey } = noticeSettingsQuery;
  const apply = (to: ChangeNoticeSettings) => cache.setQueryData(queryKey, (old) => old && changed(old, to));
  const change = useMutation({
    ...changing,
    mutationFn: (to: ChangeNoticeSettings) => call("changeNoticeSettings", { body: to }),
    onMutate: (to) => {
      void cache.cancelQueries({ queryKey });
      const before = cache.getQueryData(queryKey);
      apply(to);
      return before && reverse(before, to);
    },
    onError: (error, _to, back) => {
      if (back) apply(back);
      toast(reason(error), "danger");
    },
    onSettled: () => {
      if (cache.isMutating({ mutationKey: changing.mutationKey }) === 1)
        void cache.invalidateQueries({ queryKey });
    },
  });
  return change.mutate;
}
