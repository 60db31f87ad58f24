import type { EnteredKey, UpdateKey } from "@parley/contract/keys";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** It is fetched again each minute, since the last use of a key is no event. */
export const keysQuery = queryOptions({
  queryKey: ["program keys"],
  queryFn: ({ signal }) => call("listKeys", { signal }),
  refetchInterval: 60_000,
});

/** A refusal is shown as a toast, and leaves the screen as it is. */
export function useKeySettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = {
    onSuccess: () => cache.invalidateQueries({ queryKey: keysQuery.queryKey }),
    onError: (error: Error) => toast(t("integrations.failed", { reason: failureText(error, t) }), "danger"),
  };
  const create = useMutation({ mutationFn: (body: EnteredKey) => call("createKey", { body }), ...change });
  const update = useMutation({ mutationFn: (body: UpdateKey) => call("updateKey", { body }), ...change });
  const rotate = useMutation({
    mutationFn: (keyid: string) => call("rotateKey", { body: { keyid } }),
    ...change,
  });
  const end = useMutation({ mutationFn: (keyid: string) => call("endKey", { body: { keyid } }), ...change });
  return { create, update, rotate, end };
}
