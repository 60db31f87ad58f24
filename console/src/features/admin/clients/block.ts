import type { ClientRow } from "@parley/contract/client-profiles";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { showClient } from "../client-queries.ts";

/** Blocks a client or lets them write again: at once on the screen, and back with the reason when it is refused. */
export function useBlock() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ clientid }: ClientRow) => call("switchClientBlock", { params: { id: clientid } }),
    onMutate: (client) => showClient(cache, { ...client, blocked_on: !client.blocked_on }),
    onSuccess: (row) => showClient(cache, row),
    onError: (error, client) => {
      showClient(cache, client);
      toast(t("clients.blockFailed", { name: client.client_name, reason: failureText(error, t) }), "danger");
    },
  });
}
