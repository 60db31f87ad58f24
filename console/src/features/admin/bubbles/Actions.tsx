import type { Department } from "@parley/contract/departments";
import type { MacroAction, MacroKind } from "@parley/contract/shared-bubbles";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { colleaguesQuery } from "../../../api/queries.ts";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Select } from "../../../ui/Select.tsx";
import { PriorityField } from "./PriorityField.tsx";
import { SnoozeField } from "./SnoozeField.tsx";
import { TagFields } from "./TagFields.tsx";

type Props = {
  actions: MacroAction[];
  departments: Department[];
  onChange: (actions: MacroAction[]) => void;
};

const begun: Record<MacroKind, MacroAction> = {
  tag: { kind: "tag", add: [], remove: [] },
  priority: { kind: "priority", priority: "high" },
  snooze: { kind: "snooze", until: "tomorrow" },
  move: { kind: "move", newDepartment: "" },
  close: { kind: "close", silently: false },
};
const kinds = Object.keys(begun) as MacroKind[];

/** The actions of a bubble: the changes that it makes to the ticket when its text is sent. */
export function Actions({ actions, departments, onChange }: Props) {
  const { t } = useTranslation();
  const closes = actions.some(({ kind }) => kind === "close");
  const folds = actions.some(({ kind }) => kind === "snooze" || kind === "move");
  const offered = kinds.filter(
    (kind) =>
      !actions.some((action) => action.kind === kind) &&
      !(kind === "close" && folds) &&
      !((kind === "snooze" || kind === "move") && closes),
  );
  const put = (action: MacroAction) =>
    onChange(actions.map((before) => (before.kind === action.kind ? action : before)));
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 text-s font-semibold text-text-2">{t("bubbles.actions")}</legend>
      <p className="text-xs text-text-3">{t("bubbles.actionsHint")}</p>
      {actions.map((action) => (
        <div key={action.kind} className="flex items-start gap-2 rounded-m border border-line py-2 pr-1 pl-3">
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
            <span className="text-s font-semibold">{t(`bubbles.kind.${action.kind}`)}</span>
            <ActionFields action={action} departments={departments} onChange={put} />
          </div>
          <IconButton
            label={t("bubbles.removeAction", { action: t(`bubbles.kind.${action.kind}`) })}
            onClick={() => onChange(actions.filter((other) => other !== action))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {offered.length > 0 && (
        <Select
          label={t("bubbles.addAction")}
          value={null}
          placeholder={t("bubbles.addAction")}
          options={offered.map((kind) => ({ value: kind, label: t(`bubbles.kind.${kind}`) }))}
          onChange={(kind) => onChange([...actions, begun[kind]])}
          className="justify-self-start"
        />
      )}
    </fieldset>
  );
}

type FieldsProps = {
  action: MacroAction;
  departments: Department[];
  onChange: (action: MacroAction) => void;
};

function ActionFields({ action, departments, onChange }: FieldsProps) {
  const { t } = useTranslation();
  if (action.kind === "tag")
    return <TagFields change={action} onChange={(change) => onChange({ kind: "tag", ...change })} />;
  if (action.kind === "snooze")
    return <SnoozeField until={action.until} onChange={(until) => onChange({ ...action, until })} />;
  if (action.kind === "priority")
    return (
      <PriorityField priority={action.priority} onChange={(priority) => onChange({ ...action, priority })} />
    );
  if (action.kind === "close")
    return (
      <CheckRow
        label={t("bubbles.silently")}
        checked={action.silently}
        onChange={(silently) => onChange({ ...action, silently })}
      />
    );
  return <MoveFields action={action} departments={departments} onChange={onChange} />;
}

type MoveProps = {
  action: Extract<MacroAction, { kind: "move" }>;
  departments: Department[];
  onChange: (action: MacroAction) => void;
};

const anyone = "/anyone";

/** A department, and one of its agents or none. */
function MoveFields({ action, departments, onChange }: MoveProps) {
  const { t } = useTranslation();
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const { newDepartment, newUser } = action;
  const agents = colleagues.filter(({ departmentids }) => departmentids.includes(newDepartment));
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Select
        label={t("bubbles.kind.move")}
        value={newDepartment || null}
        placeholder={t("bubbles.chooseDepartment")}
        options={departments.map(({ departmentid, department_name }) => ({
          value: departmentid,
          label: department_name,
        }))}
        onChange={(chosen) => onChange({ kind: "move", newDepartment: chosen })}
      />
      {newDepartment && (
        <Select
          label={t("bubbles.chooseAgent")}
          value={newUser ?? anyone}
          options={[
            { value: anyone, label: t("bubbles.anyone") },
            ...agents.map(({ userid, first_name, last_name }) => ({
              value: userid,
              label: `${first_name} ${last_name}`.trim(),
            })),
          ]}
          onChange={(chosen) =>
            onChange({ kind: "move", newDepartment, ...(chosen !== anyone && { newUser: chosen }) })
          }
        />
      )}
    </div>
  );
}
