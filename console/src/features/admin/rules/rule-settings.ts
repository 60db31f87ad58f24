import type { EnteredRule, Rule, RuleList } from "@parley/contract/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** `rule`: the one that is changed, with the version that its change is based on. */
export type Saved = { settings: EnteredRule; rule: { ruleid: string; version: number } | null };

/** The changes of an administrator. A switch and an order show at once, and go back when the server refuses them. */
export function useRuleSettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const queryKey = keys.rules;
  const refresh = () => cache.invalidateQueries({ queryKey });
  const failed = (error: Error) =>
    toast(t("rules.changeFailed", { reason: failureText(error, t) }), "danger");
  const show = (change: (rules: Rule[]) => Rule[]) =>
    cache.setQueryData<RuleList>(queryKey, (list) => list && { ...list, rules: change(list.rules) });

  const save = useMutation({
    mutationFn: ({ settings, rule }: Saved) =>
      rule ? call("updateRule", { body: { ...settings, ...rule } }) : call("createRule", { body: settings }),
    onSettled: refresh,
  });
  const toggle = useMutation({
    mutationFn: (body: { ruleid: string; enabled: boolean }) => call("switchRule", { body }),
    onMutate: async ({ ruleid, enabled }) => {
      await cache.cancelQueries({ queryKey, exact: true });
      show((rules) => rules.map((rule) => (rule.ruleid === ruleid ? { ...rule, enabled } : rule)));
    },
    onError: failed,
    onSettled: refresh,
  });
  const order = useMutation({
    mutationFn: (ruleids: string[]) => call("orderRules", { body: { ruleids } }),
    onMutate: async (ruleids) => {
      await cache.cancelQueries({ queryKey, exact: true });
      show((rules) =>
        rules.toSorted((one, other) => ruleids.indexOf(one.ruleid) - ruleids.indexOf(other.ruleid)),
      );
    },
    onError: failed,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (ruleid: string) => call("deleteRule", { body: { ruleid } }),
    onError: failed,
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: (body: { ruleid: string; version: number }) => call("undoRule", { body }),
    onError: failed,
    onSettled: refresh,
  });
  return { save, toggle, order, remove, undo };
}
