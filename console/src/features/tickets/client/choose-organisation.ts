import type { Body } from "@parley/contract/calls/table";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { refetchClient } from "./refetch-client.ts";

/** Puts clients into an organisation, or takes them out of theirs. A refusal is said and leaves the screen as it is. */
export function useChooseOrganisation() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"chooseOrganisation">) => call("chooseOrganisation", { body }),
    onSuccess: () => refetchClient(cache, {}),
    onError: (error) => toast(t("organisations.refused", { reason: failureText(error, t) }), "danger"),
  });
}
