import type { AgentRow } from "@parley/contract/agents";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../api/client.ts";
import { toast } from "../../ui/toast.ts";
import { apply, rowOf } from "../colleagues/agent-list.ts";
import { nameOf } from "../colleagues/name.ts";
import { failureText } from "../session/failure-text.ts";

type What = "switchAdmin" | "switchModerator" | "switchDisabled";

/** Flips a switch of an agent: at once on the screen, and back again with the reason when the server refuses. */
export function useAgentSwitch(what: What) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const show = (agent: AgentRow) => apply(cache, { name: "updateAgentRow", payload: agent });
  return useMutation({
    mutationFn: ({ userid }: AgentRow) => call(what, { body: { userid } }),
    onMutate: (agent) => {
      const before = rowOf(cache, agent.userid) ?? agent;
      show(flipped(before, what));
      return { before };
    },
    onSuccess: show,
    onError: (error, agent, context) => {
      if (context) show(context.before);
      toast(t("adminAgents.switchFailed", { name: nameOf(agent), reason: failureText(error, t) }), "danger");
    },
  });
}

export function flipped(agent: AgentRow, what: What): AgentRow {
  if (what === "switchAdmin") return { ...agent, role: agent.role === "admin" ? null : "admin" };
  if (what === "switchModerator") return { ...agent, role: agent.role === "moderator" ? null : "moderator" };
  return { ...agent, closed_on: agent.closed_on ? null : new Date().toISOString() };
}
