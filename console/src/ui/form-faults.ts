import { type Reason, reasonOf } from "@parley/contract/reasons";

/** What a browser finds wrong with the named fields of a form, as the reasons that the server would give. */
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
}: HTMLInputElement) {
  if (validity.badInput) return reasonOf("field_invalid", { field });
  if (required && value.trim() === "") return reasonOf("field_missing", { field });
  if (validity.tooShort) return reasonOf("field_too_short", { field, min: minLength });
  if (validity.tooLong) return reasonOf("field_too_long", { field, max: maxLength });
  if (validity.rangeUnderflow) return reasonOf("field_too_small", { field, min: Number(min) });
  if (validity.rangeOverflow) return reasonOf("field_too_large", { field, max: Number(max) });
  return validity.valid ? null : reasonOf("field_invalid", { field });
}
