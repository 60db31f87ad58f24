import type { AgentRow } from "@parley/contract/agents";
import type { TFunction } from "i18next";
import { showDateTime } from "../../../ui/time.ts";

/** The rows of an agent's profile, with the specification's texts for missing values. */
export function agentRows(t: TFunction, agent: AgentRow): [label: string, value: string][] {
  const created = showDateTime(agent.created_on);
  return [
    [t("adminAgents.email"), shownEmail(t, agent)],
    [t("adminAgents.department"), agent.department_name || t("adminAgents.departmentMissing")],
    [t("adminAgents.created"), created === "Unknown" ? t("adminAgents.createdInvalid") : created],
    [
      t("adminAgents.lastLogin"),
      new Date(agent.last_logged_on).getTime() > 0
        ? showDateTime(agent.last_logged_on)
        : t("adminAgents.neverLoggedIn"),
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

function shownEmail(t: TFunction, { email, email_confirmed_on }: AgentRow): string {
  if (!email) return t("adminAgents.emailMissing");
  return email_confirmed_on ? email : `${email} (${t("adminAgents.unconfirmed")})`;
}
