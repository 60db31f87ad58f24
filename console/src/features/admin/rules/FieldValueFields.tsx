import type { Field } from "@parley/contract/fields";
import type { RuleAction } from "@parley/contract/rules";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Select.tsx";
import { FieldInput } from "../../tickets/fields/FieldInput.tsx";

type SetField = Extract<RuleAction, { kind: "field" }>;
type Props = {
  action: SetField;
  fields: Field[];
  nameOf: (id: string) => string;
  onChange: (action: SetField) => void;
};

/** A field of tickets, and the value that it gets; without one it is emptied. */
export function FieldValueFields({ action, fields, nameOf, onChange }: Props) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState(false);
  const { fieldid, value } = action;
  const field = fields.find((one) => one.fieldid === fieldid);
  return (
    <>
      <Select
        label={t("rules.fieldLabel")}
        value={field ? fieldid : null}
        placeholder={fieldid ? nameOf(fieldid) : t("rules.chooseField")}
        invalid={fieldid !== "" && !field}
        options={fields.map((one) => ({ value: one.fieldid, label: one.name }))}
        onChange={(chosen) => {
          setRefused(false);
          onChange({ kind: "field", fieldid: chosen, value: null });
        }}
      />
      {field && (
        <>
          <FieldInput
            key={fieldid}
            field={field}
            value={value ?? undefined}
            onSet={async (to) => {
              // The input gives a space for what is no number or date.
              const isWrong = to === " ";
              setRefused(isWrong);
              if (!isWrong) onChange({ ...action, value: to });
              return !isWrong;
            }}
          />
          {refused ? (
            <p role="alert" className="text-s text-danger">
              {t("rules.fault.value")}
            </p>
          ) : (
            value === null && <p className="text-xs text-text-3">{t("rules.emptiesHint")}</p>
          )}
        </>
      )}
    </>
  );
}
