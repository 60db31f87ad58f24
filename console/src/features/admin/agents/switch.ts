import type { AgentRow } from "@parley/contract/agents";
import type { Answer } from "@parley/contract/calls/table";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { apply, rowOf } from "../../people/colleagues/agent-list.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { failureText } from "../../session/failure-text.ts";
import { undoDisabling, useHandOver } from "./hand-over.ts";

type What = "switchAdmin" | "switchModerator" | "switchDisabled";

/** Flips a switch of an agent: at once on the screen, and back again with the reason when the server refuses. */
export function useAgentSwitch(what: What) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  /** Says how many of their tickets wait, with an Undo. */
  const offer = (agent: AgentRow, count: number) => {
    const undo = async () => {
      try {
        const given = await undoDisabling(cache, agent);
        toast(
          given > 0
            ? t("adminAgents.enabledAgain", { name: nameOf(agent), count: given })
            : t("adminAgents.enabledNone", { name: nameOf(agent) }),
        );
      } catch (error) {
        toast(
          t("adminAgents.switchFailed", { name: nameOf(agent), reason: failureText(error as Error, t) }),
          "danger",
        );
      }
    };
    const handOver = { label: t("adminAgents.handOver"), run: () => useHandOver.setState({ agent }) };
    const text =
      count > 0
        ? t("adminAgents.disabledNow", { name: nameOf(agent), count })
        : t("adminAgents.disabledNone", { name: nameOf(agent) });
    toast(text, "neutral", {
      actions: [{ label: t("adminAgents.undo"), run: () => void undo() }, ...(count > 0 ? [handOver] : [])],
    });
  };
  const show = (agent: AgentRow) => apply(cache, { name: "updateAgentRow", payload: agent });
  return useMutation({
    mutationFn: ({ userid }: AgentRow) => call(what, { body: { userid } }),
    onMutate: (agent) => {
      const before = rowOf(cache, agent.userid) ?? agent;
      show(flipped(before, what));
      return { before };
    },
    onSuccess: (row, agent) => {
      show(row);
      if (what === "switchDisabled" && row.closed_on !== null) offer(agent, releasedOf(row));
    },
    onError: (error, agent, context) => {
      if (context) show(context.before);
      toast(t("adminAgents.switchFailed", { name: nameOf(agent), reason: failureText(error, t) }), "danger");
    },
  });
}

const releasedOf = (row: AgentRow | Answer<"switchDisabled">) =>
  "released_tickets" in row ? row.released_tickets : 0;

export function flipped(agent: AgentRow, what: What): AgentRow {
  if (what === "switchAdmin") return { ...agent, role: agent.role === "admin" ? null : "admin" };
  if (what === "switchModerator") return { ...agent, role: agent.role === "moderator" ? null : "moderator" };
  return { ...agent, closed_on: agent.closed_on ? null : new Date().toISOString() };
}
