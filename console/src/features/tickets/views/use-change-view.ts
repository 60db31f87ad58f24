import type { EnteredView } from "@parley/contract/views";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** Every change is followed by a fetch of the list, which other tabs and colleagues make too. */
export function useChangeView() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const shared = {
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.views }),
    onError: (error: Error) => toast(failureText(error, t)),
  };
  return {
    create: useMutation({ mutationFn: (body: EnteredView) => call("createView", { body }), ...shared }),
    update: useMutation({
      mutationFn: (body: { viewid: string } & Partial<EnteredView>) => call("updateView", { body }),
      ...shared,
    }),
    remove: useMutation({
      mutationFn: (viewid: string) => call("deleteView", { body: { viewid } }),
      ...shared,
    }),
    order: useMutation({
      mutationFn: (viewKeys: string[]) => call("orderViews", { body: { keys: viewKeys } }),
      ...shared,
    }),
  };
}
