import type { FieldValue } from "@parley/contract/field-values";
import type { Field } from "@parley/contract/fields";
import type { TFunction } from "i18next";

/** A value as a line shows it; empty without one. */
export function valueText(t: TFunction, { type, choices }: Field, value: FieldValue | undefined): string {
  if (value === undefined) return "";
  if (type === "choice") return choices.find(({ choiceid }) => choiceid === value)?.name ?? "";
  if (typeof value === "boolean") return t(value ? "fields.yes" : "fields.no");
  return String(value);
}
