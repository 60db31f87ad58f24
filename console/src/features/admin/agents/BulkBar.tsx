import type { AgentRow } from "@parley/contract/agents";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { useAgentSwitch } from "./switch.ts";

type Props = { agents: AgentRow[]; onDone: () => void };

/** Enables or disables all selected agents; those who already are stay so. */
export function BulkBar({ agents, onDone }: Props) {
  const { t } = useTranslation();
  const { mutate } = useAgentSwitch("switchDisabled");
  const flip = (those: AgentRow[]) => {
    for (const agent of those) mutate(agent);
    onDone();
  };
  const disabled = agents.filter(({ closed_on }) => closed_on !== null);
  const enabled = agents.filter(({ closed_on }) => closed_on === null);
  return (
    <div
      role="toolbar"
      aria-label={t("adminAgents.selected", { count: agents.length })}
      className="flex items-center gap-2"
    >
      <span className="text-s text-text-2">{t("adminAgents.selected", { count: agents.length })}</span>
      <Button disabled={disabled.length === 0} onClick={() => flip(disabled)}>
        {t("adminAgents.enable")}
      </Button>
      <Button look="danger" disabled={enabled.length === 0} onClick={() => flip(enabled)}>
        {t("adminAgents.disable")}
      </Button>
    </div>
  );
}
