import type { FieldValue } from "@parley/contract/field-values";
import type { Field } from "@parley/contract/fields";
import { useTranslation } from "react-i18next";
import { useFields } from "./fields-query.ts";
import { valueText } from "./value-text.ts";

/** Returns what writes the value of a field by its id; empty where the field is unknown or has no value. */
export function useFieldText(owner: Field["owner"]) {
  const { t } = useTranslation();
  const fields = useFields(owner);
  return (fieldid: string, values: Record<string, FieldValue> | undefined): string => {
    const field = fields.find((one) => one.fieldid === fieldid);
    return field ? valueText(t, field, values?.[fieldid]) : "";
  };
}
