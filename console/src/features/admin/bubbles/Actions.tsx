import type { Department } from "@parley/contract/departments";
import { priorities } from "@parley/contract/priorities";
import type { MacroAction, MacroKind } from "@parley/contract/shared-bubbles";
import type { SnoozeChoice } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { colleaguesQuery } from "../../../api/queries.ts";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TagChip } from "../../tickets/tags/TagChip.tsx";
import { TagPicker } from "../../tickets/tags/TagPicker.tsx";
import { useTags } from "../../tickets/tags/tags-query.ts";

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
const choices: SnoozeChoice[] = ["later_today", "tomorrow", "monday", "client_writes"];

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
  if (action.kind === "tag") return <TagFields action={action} onChange={onChange} />;
  if (action.kind === "snooze")
    return (
      <Select
        label={t("bubbles.kind.snooze")}
        value={action.until}
        options={choices.map((value) => ({ value, label: t(`bubbles.will.snooze.${value}`) }))}
        onChange={(until) => onChange({ ...action, until })}
      />
    );
  if (action.kind === "priority")
    return (
      <Select
        label={t("bubbles.kind.priority")}
        value={action.priority}
        options={priorities.toReversed().map((value) => ({ value, label: t(`tickets.priorities.${value}`) }))}
        onChange={(priority) => onChange({ ...action, priority })}
      />
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

type TagProps = {
  action: Extract<MacroAction, { kind: "tag" }>;
  onChange: (action: MacroAction) => void;
};

/** A click on a tag adds it, a second one removes it from tickets that have it, a third does neither. */
function TagFields({ action, onChange }: TagProps) {
  const { t } = useTranslation();
  const [added, removed] = [useTags(action.add), useTags(action.remove)];
  function toggle(id: string) {
    const { add, remove } = action;
    if (add.includes(id))
      onChange({ ...action, add: add.filter((one) => one !== id), remove: [...remove, id] });
    else if (remove.includes(id)) onChange({ ...action, remove: remove.filter((one) => one !== id) });
    else onChange({ ...action, add: [...add, id] });
  }
  return (
    <>
      {[
        { label: t("bubbles.tagsAdded"), tags: added },
        { label: t("bubbles.tagsRemoved"), tags: removed },
      ].map(
        ({ label, tags }) =>
          tags.length > 0 && (
            <p key={label} className="flex flex-wrap items-center gap-1.5 text-xs text-text-2">
              {label}
              {tags.map((tag) => (
                <TagChip key={tag.tagid} tag={tag} />
              ))}
            </p>
          ),
      )}
      <p className="text-xs text-text-3">{t("bubbles.tagsHint")}</p>
      <TagPicker chosen={new Set([...action.add, ...action.remove])} onToggle={toggle} makes={false} />
    </>
  );
}
