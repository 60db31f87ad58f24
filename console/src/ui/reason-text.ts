import type { Reason } from "@parley/contract/reasons";
import type { TFunction } from "i18next";

/**
 * A reason in the page's language; needs the texts of `reasons`. `english` is shown for a code that this console does not
 * know, which a newer server may send.
 */
export function reasonText(t: TFunction, reason: Reason | null | undefined, english = ""): string {
  if (!reason) return english;
  const { code, facts, because } = reason;
  return t(`reasons.${code}`, {
    ...facts,
    ...(typeof facts.field === "string" && { field: fieldText(t, facts.field) }),
    ...(because && { because: reasonText(t, because) }),
    defaultValue: english,
  });
}

/** Fields of calls that share a name on the screen. */
const sameField: Record<string, string> = {
  firstName: "first_name",
  lastName: "last_name",
  company_email: "email",
  company_phone: "phone",
  company_name: "company",
  client_name: "name",
  department_name: "name",
  pass: "password",
  currentPassword: "password",
  newPassword: "password",
  confirmPassword: "password",
  content: "message",
};

function fieldText(t: TFunction, path: string): string {
  const name = path.split(".").at(-1) ?? path;
  return t(`reasons.fields.${sameField[name] ?? name}`, { defaultValue: path });
}
