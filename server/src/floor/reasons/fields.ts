/** Words why a field is refused, from the validator's issue. */
import { type Reason, reasonOf } from "@parley/contract/reasons";

export type FieldIssue = {
  code?: string | undefined;
  message: string;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  format?: unknown;
};

export function fieldReason(field: string, issue: FieldIssue): Reason {
  const { code, origin, format, message } = issue;
  const min = Number(issue.minimum);
  const max = Number(issue.maximum);
  if (code === "invalid_type" && message.endsWith("received undefined")) {
    return reasonOf("field_missing", { field });
  }
  if (code === "too_small" && origin === "string") {
    return min === 1 ? reasonOf("field_missing", { field }) : reasonOf("field_too_short", { field, min });
  }
  if (code === "too_big" && origin === "string") return reasonOf("field_too_long", { field, max });
  if (code === "too_small" && isNumber(origin)) return reasonOf("field_too_small", { field, min });
  if (code === "too_big" && (isNumber(origin) || origin === "array"))
    return reasonOf("field_too_large", { field, max });
  if (code === "invalid_format" && format === "email") return reasonOf("field_not_email", { field });
  return reasonOf("field_invalid", { field });
}

const isNumber = (origin: unknown) => origin === "number" || origin === "int";
