import type { EnteredGoalPolicy } from "@parley/contract/goals";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** An event of rules tells of changed policies too. */
const queryKey = [...keys.rules, "goals"];

export const goalsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call("listGoalPolicies", { signal }),
});

export type Saved = { settings: EnteredGoalPolicy; policyid: string | null };

export function useGoalSettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey });
  const onError = (error: Error) =>
    toast(t("goals.changeFailed", { reason: failureText(error, t) }), "danger");
  const save = useMutation({
    mutationFn: ({ settings, policyid }: Saved) =>
      policyid
        ? call("updateGoalPolicy", { body: { ...settings, policyid } })
        : call("createGoalPolicy", { body: settings }),
    onSettled,
  });
  const order = useMutation({
    mutationFn: (policyids: string[]) => call("orderGoalPolicies", { body: { policyids } }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (policyid: string) => call("deleteGoalPolicy", { body: { policyid } }),
    onError,
    onSettled,
  });
  return { save, order, remove };
}
