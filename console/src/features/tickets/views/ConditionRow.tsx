import { faultOf } from "@parley/contract/conditions/check";
import { fieldOf, operatorsOf, type Use } from "@parley/contract/conditions/fields";
import type { Leaf, Operator } from "@parley/contract/conditions/tree";
import type { View } from "@parley/contract/views";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Select } from "../../../ui/Select.tsx";
import { asksForGone, goneName, useAskedFields } from "./asked-fields.ts";
import { firstLeaf, withOperator } from "./editing.ts";
import { ValueField } from "./ValueField.tsx";

type Props = {
  use: Use;
  leaf: Leaf;
  refers: View["refers"];
  onChange: (leaf: Leaf) => void;
  onRemove: () => void;
};

/** One leaf as a part of a sentence: a field, an operator, a value. */
export function ConditionRow({ use, leaf, refers, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const asked = useAskedFields(use);
  const shown = asked.find(({ value }) => value === leaf.field);
  const field = shown && fieldOf(leaf.field);
  const isGone = asksForGone(leaf, refers);
  const operators: readonly Operator[] = field ? operatorsOf[field.type] : [];
  return (
    <fieldset
      className={`flex min-w-0 flex-wrap items-start gap-2 rounded-m ${isGone || !field ? "border border-danger p-2" : ""}`}
    >
      <legend className="sr-only">{shown?.label ?? goneName(leaf.field, refers)}</legend>
      <Select
        label={t("views.fieldLabel")}
        value={shown?.value ?? null}
        placeholder={t("views.fieldGone", { name: goneName(leaf.field, refers) })}
        invalid={!field}
        options={asked}
        onChange={(name) => onChange(firstLeaf(name, use))}
        className="max-w-full min-w-40 flex-1"
      />
      {field && (
        <>
          <Select
            label={t("views.operatorLabel")}
            value={leaf.operator}
            options={operators.map((value) => ({ value, label: t(`views.operator.${value}`) }))}
            onChange={(operator) => onChange(withOperator(leaf, field, operator, use))}
            className="max-w-full min-w-28"
          />
          <ValueField
            use={use}
            field={field}
            leaf={leaf}
            refers={refers}
            invalid={faultOf(leaf, use) !== null}
            onChange={(value) => onChange({ ...leaf, value })}
          />
        </>
      )}
      <IconButton label={t("views.removeCondition")} onClick={onRemove}>
        <X size={16} />
      </IconButton>
      {isGone && <p className="w-full text-xs text-danger">{t("views.valueGone")}</p>}
    </fieldset>
  );
}
