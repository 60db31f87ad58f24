import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { refetchClient } from "./refetch-client.ts";
import { type Chosen, showOrganisation } from "./show-organisation.ts";

/** Puts clients into an organisation, or removes them from theirs. It shows at once; a refusal is said and undoes it. */
export function useChooseOrganisation() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ clientids, organisation }: Chosen) =>
      call("chooseOrganisation", {
        body: { clientids, organisationid: organisation?.organisationid ?? null },
      }),
    onMutate: (chosen) => ({ undo: showOrganisation(cache, chosen) }),
    onSuccess: () => refetchClient(cache, {}),
    onError: (error, _chosen, shown) => {
      shown?.undo();
      void refetchClient(cache, {});
      toast(t("organisations.refused", { reason: failureText(error, t) }), "danger");
    },
  });
}
