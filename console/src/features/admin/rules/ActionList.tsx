import type { Department } from "@parley/contract/departments";
import { ruleActionKinds } from "@parley/contract/rule-words";
import type { Rule, RuleAction } from "@parley/contract/rules";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useFields } from "../../tickets/fields/fields-query.ts";
import { ActionFields } from "./ActionFields.tsx";
import { type DraftAction, type Fault, offeredKinds, withAction } from "./draft.ts";
import { FaultText } from "./FaultText.tsx";

export type ActionContext = {
  departments: Department[];
  nameOf: (id: string) => string;
  /** Remembers the name of a chosen thing that no list has. */
  onNamed: (named: Rule["refers"][number]) => void;
};

type Props = ActionContext & {
  actions: DraftAction[];
  faults: Fault[];
  onChange: (actions: DraftAction[]) => void;
};

/** The changes that the rule makes, and a choice of further ones. */
export function ActionList({ actions, faults, onChange, ...context }: Props) {
  const { t } = useTranslation();
  const fields = useFields("ticket").filter(({ archived_on }) => archived_on === null);
  const set = new Set(actions.flatMap(({ action }) => (action.kind === "field" ? [action.fieldid] : [])));
  const free = fields.filter(({ fieldid }) => !set.has(fieldid));
  const offered = offeredKinds(actions, ruleActionKinds).filter(
    (kind) => kind !== "field" || (free.length > 0 && !set.has("")),
  );
  const put = (key: number, action: RuleAction) =>
    onChange(actions.map((one) => (one.key === key ? { key, action } : one)));
  return (
    <>
      {actions.map(({ key, action }) => (
        <div
          key={key}
          className={`flex items-start gap-2 rounded-m border py-2 pr-1 pl-3 ${faults.some(({ at }) => at === key) ? "border-danger" : "border-line"}`}
        >
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
            <span className="text-s font-semibold">{t(`rules.kind.${action.kind}`)}</span>
            <ActionFields
              action={action}
              fields={fields.filter(
                ({ fieldid }) => !set.has(fieldid) || (action.kind === "field" && action.fieldid === fieldid),
              )}
              onChange={(to) => put(key, to)}
              {...context}
            />
            <FaultText faults={faults} at={key} focusable />
          </div>
          <IconButton
            label={t("rules.removeAction", { action: t(`rules.kind.${action.kind}`) })}
            onClick={() => onChange(actions.filter((other) => other.key !== key))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      <FaultText faults={faults} at="actions" focusable />
      {offered.length > 0 && (
        <Select
          label={t("rules.addAction")}
          value={null}
          placeholder={t("rules.addAction")}
          options={offered.map((kind) => ({ value: kind, label: t(`rules.kind.${kind}`) }))}
          onChange={(kind) => onChange(withAction(actions, kind))}
          className="justify-self-start"
        />
      )}
    </>
  );
}
