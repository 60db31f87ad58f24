import { conditionLimits } from "@parley/contract/conditions/condition-limits";
import { choicesFor, type Field, type Use } from "@parley/contract/conditions/fields";
import {
  type Duration,
  deadlineWords,
  durationUnits,
  type Leaf,
  namesSeveral,
  today,
  type Value,
} from "@parley/contract/conditions/tree";
import type { View } from "@parley/contract/views";
import { useTranslation } from "react-i18next";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useChoiceName } from "./choice-name.ts";
import { wordsFor } from "./editing.ts";
import { OrganisationsField } from "./OrganisationsField.tsx";
import { useReferred } from "./referred.ts";

type Props = {
  use: Use;
  field: Field;
  leaf: Leaf;
  refers: View["refers"];
  invalid: boolean;
  onChange: (value: Value) => void;
};

const input =
  "h-9 min-w-0 rounded-m border border-line-strong bg-raised px-3 text-s aria-invalid:border-danger max-phone:h-11";

/** The value of a leaf, by its field's type. */
export function ValueField(props: Props) {
  const { field, leaf, invalid, onChange } = props;
  const { t } = useTranslation();
  const label = t("views.valueLabel");
  switch (field.type) {
    case "choice":
    case "rank":
    case "reference":
    case "references":
      return field.refers === "organisation" ? <Organisations {...props} /> : <Among {...props} />;
    case "yes_no":
      return (
        <Select
          label={label}
          value={leaf.value === true ? "yes" : "no"}
          options={(["yes", "no"] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          onChange={(value) => onChange(value === "yes")}
        />
      );
    case "number":
    case "decimal":
      return (
        <input
          type="number"
          step={field.type === "decimal" ? "any" : 1}
          aria-label={label}
          aria-invalid={invalid || undefined}
          value={String(leaf.value)}
          onChange={({ target }) => onChange(target.value === "" ? "" : Number(target.value))}
          className={`${input} w-24`}
        />
      );
    case "date":
      return <Day {...props} />;
    case "time":
      return <Time {...props} />;
    case "deadline":
      return leaf.operator === "is" ? <DeadlineWord {...props} /> : <Time {...props} />;
    case "text":
      return (
        <input
          aria-label={label}
          aria-invalid={invalid || undefined}
          maxLength={conditionLimits.text}
          value={String(leaf.value)}
          onChange={({ target }) => onChange(target.value)}
          className={`${input} flex-1`}
        />
      );
  }
}

function Organisations({ leaf, refers, invalid, onChange }: Props) {
  const several = namesSeveral(leaf.operator);
  const values = [leaf.value].flat().map(String).filter(Boolean);
  return (
    <OrganisationsField
      {...{ values, several, refers, invalid }}
      onChange={(chosen) => onChange(several ? chosen : (chosen[0] ?? ""))}
    />
  );
}

function Among({ use, field, leaf, refers, invalid, onChange }: Props) {
  const { t } = useTranslation();
  const choiceName = useChoiceName();
  const referred = useReferred(field.refers ?? null, leaf.field);
  const values = [leaf.value].flat().map(String);
  const words = wordsFor(field, use).map((value) => ({ value, label: t(`views.word.${value}`) }));
  const choices = choicesFor(field, use).map((value) => ({
    value,
    label: choiceName(field, value),
  }));
  const known = [...words, ...choices, ...referred];
  const others = values.filter((value) => value !== "" && !known.some((option) => option.value === value));
  const options = [
    ...known,
    ...others.map((value) => ({
      value,
      label: refers.find(({ id }) => id === value)?.name ?? t("views.deleted"),
    })),
  ];
  const shared = { label: t("views.valueLabel"), options, invalid, className: "max-w-full min-w-32 flex-1" };
  return namesSeveral(leaf.operator) ? (
    <MultiSelect {...shared} values={values} placeholder={t("views.chooseValue")} onChange={onChange} />
  ) : (
    <Select {...shared} value={values[0] ?? null} placeholder={t("views.chooseValue")} onChange={onChange} />
  );
}

/** A day, or the word for the present one. */
function Day({ leaf, invalid, onChange }: Props) {
  const { t } = useTranslation();
  const moves = leaf.value === today;
  return (
    <span className="flex min-w-0 flex-wrap gap-2">
      <Select
        label={t("views.dayLabel")}
        value={moves ? today : "day"}
        options={[
          { value: today, label: t("views.word.today") },
          { value: "day", label: t("views.someDay") },
        ]}
        onChange={(chosen) => onChange(chosen === today ? today : "")}
      />
      {!moves && (
        <input
          type="date"
          min="1000-01-01"
          max="9999-12-31"
          aria-label={t("views.valueLabel")}
          aria-invalid={invalid || undefined}
          value={String(leaf.value)}
          onChange={({ target }) => onChange(target.value)}
          className={input}
        />
      )}
    </span>
  );
}

function DeadlineWord({ leaf, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("views.valueLabel")}
      value={String(leaf.value)}
      options={deadlineWords.map((value) => ({ value, label: t(`views.word.${value}`) }))}
      onChange={onChange}
    />
  );
}

function Time({ leaf, invalid, onChange }: Props) {
  const { t } = useTranslation();
  const label = t("views.valueLabel");
  if (leaf.operator === "before" || leaf.operator === "from") {
    const value = String(leaf.value);
    return (
      <input
        type={value.includes("T") ? "datetime-local" : "date"}
        aria-label={label}
        aria-invalid={invalid || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={input}
      />
    );
  }
  const { amount, unit } = leaf.value as Duration;
  return (
    <span className="flex gap-2">
      <input
        type="number"
        min={1}
        max={conditionLimits.amount}
        aria-label={label}
        aria-invalid={invalid || undefined}
        value={amount}
        onChange={({ target }) => onChange({ unit, amount: Number(target.value) })}
        className={`${input} w-20`}
      />
      <Select
        label={t("views.unitLabel")}
        value={unit}
        options={durationUnits.map((value) => ({ value, label: t(`views.unit.${value}`) }))}
        onChange={(chosen) => onChange({ amount, unit: chosen })}
      />
    </span>
  );
}
