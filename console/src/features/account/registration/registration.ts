/** The calls that register a company. */
import type { NewCompany } from "@parley/contract/registration";
import { call } from "../../../api/client.ts";
import { isCodeSent } from "../../session/failure-text.ts";

export type Entries = {
  companyName: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  country: string;
  password: string;
  confirm: string;
};

export const nothingEntered: Entries = {
  companyName: "",
  email: "",
  firstName: "",
  lastName: "",
  phone: "",
  country: "",
  password: "",
  confirm: "",
};

/** The entries that may outlive a reload: all but the password. */
export type Kept = Omit<Entries, "password" | "confirm">;

export const keep = ({ password: _password, confirm: _confirm, ...kept }: Entries): Kept => kept;

/** The data in the call's form: names joined by one space, `N/A` for no number. */
export function dataOf(entries: Entries, lang: string): NewCompany {
  const first = entries.firstName.trim();
  return {
    contact_person: `${first} ${entries.lastName.trim()}`,
    first_name: first,
    company_name: entries.companyName.trim(),
    company_phone: entries.phone.trim() || "N/A",
    company_email: entries.email.trim(),
    password: entries.password,
    country: entries.country,
    lang: lang as NewCompany["lang"],
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Checks the entries, then requests a code by mail. A code that was already sent is as good. */
export async function beginRegistration(entries: Entries, lang: string): Promise<void> {
  const data = { ...dataOf(entries, lang), prod_name: "parley" };
  await call("checkCompany", { body: { data } });
  try {
    await askForCode(entries.email, lang);
  } catch (error) {
    if (!(error instanceof Error && isCodeSent(error))) throw error;
  }
}

export const askForCode = (email: string, lang: string): Promise<unknown> =>
  call("sendRegistrationCode", { body: { email: email.trim(), lang: lang as NewCompany["lang"] } });

export const verifyAddress = (email: string, code: string): Promise<unknown> =>
  call("verifyCode", { body: { email: email.trim(), code } });

export const registerCompany = (entries: Entries, lang: string): Promise<unknown> =>
  call("registerCompany", { body: { data: dataOf(entries, lang) } });
