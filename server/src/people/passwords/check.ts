import { isCountry } from "@parley/contract/countries";
import { unmetRules } from "@parley/contract/passwords";
import type { BareReason } from "@parley/contract/reasons";
import type { NewCompany } from "@parley/contract/registration";
import { z } from "zod";
import { invalid } from "../../floor/errors/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

const address = z.email();

export const isEmail = (text: string): boolean => address.safeParse(text).success;

/** Throws 400 with every broken rule, each once. */
export async function checkRegistration(given: NewCompany): Promise<void> {
  const faults: BareReason[] = [];
  const required = [given.contact_person, given.company_name, given.company_email, given.password];
  if (required.some((value) => !value.trim())) faults.push("fill_all_fields");
  if (given.company_email.trim() && !isEmail(given.company_email.trim())) faults.push("email_invalid");
  if (!isCountry(given.country)) faults.push("country_missing");
  if (given.password) faults.push(...(await passwordFaults(given.password)));
  if (faults.length > 0) throw invalid(faults);
}

/**
 * The reasons to refuse a password, in the specification's words: the rules it breaks, else that it is common. This is
 * the one rule for every password of an account.
 */
export async function passwordFaults(password: string): Promise<BareReason[]> {
  const unmet = unmetRules(password).map(({ name }) => `password_${name}` as const);
  if (unmet.length > 0) return unmet;
  return (await isCommonPassword(password)) ? ["password_too_common"] : [];
}
