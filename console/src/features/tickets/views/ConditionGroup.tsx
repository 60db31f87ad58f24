import { excessOf } from "@parley/contract/conditions/check";
import { conditionLimits } from "@parley/contract/conditions/condition-limits";
import type { Use } from "@parley/contract/conditions/fields";
import type { View } from "@parley/contract/views";
import { Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Select } from "../../../ui/Select.tsx";
import { ConditionRow } from "./ConditionRow.tsx";
import { type Group, groupKinds, isRow, newGroup, newRow, type Part, toCondition } from "./editing.ts";

type Props = {
  use: Use;
  group: Group;
  refers: View["refers"];
  onChange: (group: Group) => void;
  onPart: (id: string, change: (part: Part) => Part | null) => void;
  /** Removes an inner group. */
  onRemove?: () => void;
  /** The groups around it. */
  depth?: number;
};

/** "Tickets for which all of these hold", and beneath it each of them. */
export function ConditionGroup({ use, group, refers, onChange, onPart, onRemove, depth = 1 }: Props) {
  const { t } = useTranslation();
  const add = (part: Part) => onChange({ ...group, parts: [...group.parts, part] });
  // A group that is turned round takes a level more.
  const deepest = depth + 2 > conditionLimits.depth;
  const full = group.parts.length >= conditionLimits.leaves || excessOf(toCondition(group)) !== null;
  return (
    <fieldset
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 ${onRemove ? "rounded-m border border-line p-3" : ""}`}
    >
      <legend className="sr-only">{t(`views.kind.${group.kind}`)}</legend>
      <div className="flex items-center gap-2">
        <Select
          label={t("views.kindLabel")}
          value={group.kind}
          options={groupKinds.map((value) => ({ value, label: t(`views.kind.${value}`) }))}
          onChange={(kind) => onChange({ ...group, kind })}
          className="min-w-0 flex-1"
        />
        {onRemove && (
          <IconButton label={t("views.removeGroup")} onClick={onRemove}>
            <X size={16} />
          </IconButton>
        )}
      </div>
      {group.parts.map((part) =>
        isRow(part) ? (
          <ConditionRow
            key={part.id}
            use={use}
            leaf={part.leaf}
            refers={refers}
            onChange={(leaf) => onPart(part.id, () => ({ ...part, leaf }))}
            onRemove={() => onPart(part.id, () => null)}
          />
        ) : (
          <ConditionGroup
            key={part.id}
            use={use}
            group={part}
            refers={refers}
            depth={depth + 1}
            onChange={(changed) => onPart(part.id, () => changed)}
            onPart={onPart}
            onRemove={() => onPart(part.id, () => null)}
          />
        ),
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Plus size={14} />} disabled={full} onClick={() => add(newRow(use))}>
          {t("views.addCondition")}
        </Button>
        {!deepest && (
          <Button
            size="small"
            look="quiet"
            icon={<Plus size={14} />}
            disabled={full}
            onClick={() => add(newGroup(use))}
          >
            {t("views.addGroup")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
