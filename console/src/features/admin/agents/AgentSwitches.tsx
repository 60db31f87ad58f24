import type { AgentRow } from "@parley/contract/agents";
import { useTranslation } from "react-i18next";
import { Switch } from "../../../ui/Switch.tsx";
import { nameOf } from "../../people/colleagues/name.ts";
import { useProfile } from "../../session/viewer.ts";
import { useAgentSwitch } from "./switch.ts";

export function AdminSwitch({ agent }: { agent: AgentRow }) {
  const { t } = useTranslation();
  const own = useProfile().userid === agent.userid;
  const { mutate } = useAgentSwitch("switchAdmin");
  return (
    <Switch
      label={t("adminAgents.adminOf", { name: nameOf(agent) })}
      checked={agent.role === "admin"}
      disabled={own}
      reason={own ? t("adminAgents.notOneself") : undefined}
      onChange={() => mutate(agent)}
    />
  );
}

/** An administrator's switch is disabled: the other switch decides who manages the company. */
export function ModeratorSwitch({ agent }: { agent: AgentRow }) {
  const { t } = useTranslation();
  const own = useProfile().userid === agent.userid;
  const { mutate } = useAgentSwitch("switchModerator");
  const admin = agent.role === "admin";
  return (
    <Switch
      label={t("adminAgents.moderatorOf", { name: nameOf(agent) })}
      checked={agent.role === "moderator"}
      disabled={own || admin}
      reason={own ? t("adminAgents.notOneself") : admin ? t("adminAgents.adminSeesAll") : undefined}
      onChange={() => mutate(agent)}
    />
  );
}

export function DisabledSwitch({ agent }: { agent: AgentRow }) {
  const { t } = useTranslation();
  const own = useProfile().userid === agent.userid;
  const { mutate } = useAgentSwitch("switchDisabled");
  return (
    <Switch
      label={t("adminAgents.disabledOf", { name: nameOf(agent) })}
      checked={agent.closed_on !== null}
      disabled={own}
      reason={own ? t("adminAgents.notOneself") : undefined}
      onChange={() => mutate(agent)}
    />
  );
}
