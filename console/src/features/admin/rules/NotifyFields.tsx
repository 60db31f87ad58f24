import { ruleLimits, ruleNotified } from "@parley/contract/rule-words";
import type { RuleAction } from "@parley/contract/rules";
import { useTranslation } from "react-i18next";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { Option } from "../../../ui/SelectParts.tsx";

type Notify = Extract<RuleAction, { kind: "notify" }>;
type Props = {
  action: Notify;
  agents: Option<string>[];
  nameOf: (id: string) => string;
  onChange: (action: Notify) => void;
};

/** The agents to notify: by their part in the ticket, or by name. */
export function NotifyFields({ action, agents, nameOf, onChange }: Props) {
  const { t } = useTranslation();
  const { to, userids } = action;
  const left = userids.filter((id) => !agents.some(({ value }) => value === id));
  return (
    <>
      <Select
        label={t("rules.kind.notify")}
        value={to}
        options={ruleNotified.map((value) => ({ value, label: t(`rules.notified.${value}`) }))}
        onChange={(chosen) =>
          onChange({ ...action, to: chosen, userids: chosen === "agents" ? userids : [] })
        }
      />
      {to === "agents" && (
        <MultiSelect
          label={t("rules.agents")}
          values={userids}
          placeholder={t("rules.chooseAgents")}
          options={[...agents, ...left.map((value) => ({ value, label: nameOf(value) }))]}
          onChange={(chosen) => onChange({ ...action, userids: chosen.slice(0, ruleLimits.notified) })}
        />
      )}
    </>
  );
}
