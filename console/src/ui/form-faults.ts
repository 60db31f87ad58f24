import type { Reason } from "@parley/contract/reasons";

/** Returns the faults that a browser finds in the named fields of a form, as the reasons that the server would give. */
export function faultsOf(form: HTMLFormElement): Reason[] {
  return [...form.elements].flatMap((field) => {
    const fault = field instanceof HTMLInputElement && field.name !== "" && faultOf(field);
    return fault ? [fault] : [];
  });
}

function faultOf({
  name: field,
  value,
  validity,
  minLength,
  maxLength,
  min,
  max,
  required,
}: HTMLInputElement): Reason | null {
  if (validity.badInput) return { code: "field_invalid", facts: { field } };
  if (required && value.trim() === "") return { code: "field_missing", facts: { field } };
  if (validity.tooShort) return { code: "field_too_short", facts: { field, min: minLength } };
  if (validity.tooLong) return { code: "field_too_long", facts: { field, max: maxLength } };
  if (validity.rangeUnderflow) return { code: "field_too_small", facts: { field, min: Number(min) } };
  if (validity.rangeOverflow) return { code: "field_too_large", facts: { field, max: Number(max) } };
  return validity.valid ? null : { code: "field_invalid", facts: { field } };
}
