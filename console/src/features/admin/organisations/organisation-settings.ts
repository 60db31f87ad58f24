import type { Body } from "@parley/contract/calls/table";
import type { FieldValue } from "@parley/contract/field-values";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { refetchClient } from "../../tickets/client/refetch-client.ts";

/** An administrator's changes of organisations. A refusal is said and leaves the screen as it is. */
export function useOrganisationSettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = {
    onSuccess: () => refetchClient(cache, {}),
    onError: (error: Error) => toast(t("organisations.refused", { reason: failureText(error, t) }), "danger"),
  };
  const create = useMutation({
    mutationFn: (body: Body<"createOrganisation">) => call("createOrganisation", { body }),
    onSuccess: change.onSuccess,
  });
  const update = useMutation({
    mutationFn: (body: Body<"updateOrganisation">) => call("updateOrganisation", { body }),
    onSuccess: change.onSuccess,
  });
  const remove = useMutation({
    mutationFn: (organisationid: string) => call("deleteOrganisation", { body: { organisationid } }),
    ...change,
  });
  const setField = (organisationid: string) => async (fieldid: string, value: FieldValue | null) => {
    try {
      await call("setOrganisationField", { body: { organisationid, fieldid, value } });
      await refetchClient(cache, {});
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      change.onError(error);
      return false;
    }
  };
  return { create, update, remove, setField };
}
