import { addressFault } from "@parley/contract/conditions/check";
import type { Use } from "@parley/contract/conditions/fields";
import type { Condition } from "@parley/contract/conditions/tree";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ConditionGroup } from "../../tickets/views/ConditionGroup.tsx";
import { changePart, isComplete, newRow, toCondition, toGroup } from "../../tickets/views/editing.ts";

type Props = {
  use: Use;
  condition: Condition | null;
  onClose: () => void;
  /** Without any condition it is undefined. */
  onApply: (condition: Condition | undefined) => void;
};

/** The conditions of a table, written as those of a view. */
export function ConditionsDialog({ use, condition, onClose, onApply }: Props) {
  const { t } = useTranslation();
  const [group, setGroup] = useState(() => toGroup(condition ?? { all: [newRow(use).leaf] }));
  const chosen = toCondition(group);
  const complete = isComplete(chosen, use);
  const tooLong = addressFault(JSON.stringify(chosen)) !== null;
  function apply(event: FormEvent) {
    event.preventDefault();
    onApply(group.parts.length > 0 ? chosen : undefined);
  }
  return (
    <Dialog wide open onClose={onClose} title={t("fields.conditions")}>
      <form onSubmit={apply} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <ConditionGroup
          use={use}
          group={group}
          refers={[]}
          onChange={setGroup}
          onPart={(id, change) => setGroup((before) => changePart(before, id, change))}
        />
        <p role="status" className="text-s text-text-2">
          {!complete ? t("views.incomplete") : tooLong ? t("views.tooLong") : ""}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={!complete || tooLong}>
            {t("views.apply")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
