import { isCountry } from "@parley/contract/countries";
import { unmetRules } from "@parley/contract/passwords";
import type { NewCompany } from "@parley/contract/registration";
import { texts } from "@parley/contract/texts";
import { z } from "zod";
import { invalid } from "../errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

const address = z.email();

export const isEmail = (text: string): boolean => address.safeParse(text).success;

/** Throws 400 with every rule that is not met, each once. */
export async function checkRegistration(given: NewCompany): Promise<void> {
  const faults: string[] = [];
  const required = [given.contact_person, given.company_name, given.company_email, given.password];
  if (required.some((value) => !value.trim())) faults.push(texts.fillAllFields);
  if (given.company_email.trim() && !isEmail(given.company_email.trim())) faults.push(texts.emailInvalid);
  if (!isCountry(given.country)) faults.push(texts.countryMissing);
  if (given.password) faults.push(...(await passwordFaults(given.password)));
  if (faults.length > 0) throw invalid(faults);
}

/**
 * Why a password is refused, in the specification's words: the rules it does not meet, else that it is common. The one
 * rule for every password an account is given.
 */
export async function passwordFaults(password: string): Promise<string[]> {
  const unmet = unmetRules(password).map((rule) => rule.text);
  if (unmet.length > 0) return unmet;
  return (await isCommonPassword(password)) ? [texts.passwordTooCommon] : [];
}
