import type { AgentRow } from "@parley/contract/agents";
import type { TFunction } from "i18next";
import { showDateTime } from "../../ui/time.ts";

/** The rows of an agent's profile, with the specification's texts where something is missing. */
export function agentRows(t: TFunction, agent: AgentRow): [label: string, value: string][] {
  const created = showDateTime(agent.created_on);
  return [
    [t("adminAgents.email"), agent.email || "Email not found!"],
    [t("adminAgents.department"), agent.department_name || "Department not found!"],
    [t("adminAgents.created"), created === "Unknown" ? "Invalid account creation date!" : created],
    [
      t("adminAgents.lastLogin"),
      new Date(agent.last_logged_on).getTime() > 0
        ? showDateTime(agent.last_logged_on)
        : "User has not logged in yet.",
    ],
    [
      t("adminAgents.push"),
      t(
        !agent.push_subscription || agent.push_subscription === "not_subscribed"
          ? "adminAgents.pushDisabled"
          : "adminAgents.pushEnabled",
      ),
    ],
  ];
}
