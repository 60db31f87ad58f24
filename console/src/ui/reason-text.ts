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
  folder: "folders",
  account_number: "client_number",
  lang: "language",
  default_language: "language",
  minutes: "delay",
  departmentid: "department",
  departmentids: "department",
  departmentId: "department",
  newDepartment: "department",
  departments: "department",
  userid: "agent",
  newUser: "agent",
  to: "recipients",
  cc: "recipients",
  bcc: "recipients",
  html: "message",
  text: "template_text",
  texts: "template_text",
  intro: "template_text",
  title: "template_title",
  fileids: "files",
  days: "period",
  spans: "hours",
  exceptions: "hours",
  channelid: "channels",
  channelids: "channels",
  template_variables: "variables",
  value: "variables",
  bot_id: "bot_token",
  token: "access_token",
};

/** The innermost name of the path that has a text: `to.0.address` is an address, `texts.nl` a text. */
function fieldText(t: TFunction, path: string): string {
  for (const name of path.split(".").reverse()) {
    const text = t(`reasons.fields.${sameField[name] ?? name}`, { defaultValue: "" });
    if (text) return text;
  }
  return t("reasons.fields.other");
}
