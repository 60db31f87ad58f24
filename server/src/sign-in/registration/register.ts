import type { NewCompany } from "@parley/contract/registration";
import type { Language } from "@parley/contract/sessions";
import type { Context } from "../../floor/context.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { checkRegistration } from "../../people/passwords/check.ts";
import { consumeGrant } from "../codes/grants.ts";
import { createCompany } from "./company.ts";

/** Creates the company, with the grant that proves control of the address. */
export async function registerCompany(
  context: Context,
  given: NewCompany,
  { grant, lang }: { grant: string | undefined; lang: Language },
): Promise<{ companyid: string }> {
  await checkRegistration(given);
  const email = given.company_email.trim();
  if (!(await consumeGrant(context, { purpose: "registration", email }, grant))) {
    throw invalid("expired_verification");
  }
  const { companyid } = await createCompany(context, {
    name: given.company_name.trim(),
    email,
    password: given.password,
    ...splitName(given),
    country: given.country,
    phone: given.company_phone.trim() || "N/A",
    lang,
    timeZone: given.time_zone,
    firstSteps: true,
  });
  return { companyid };
}

/** The form joins first and last name with a space; the first space splits them. */
export function splitName({ contact_person, first_name }: Pick<NewCompany, "contact_person" | "first_name">) {
  const whole = contact_person.trim().replace(/\s+/g, " ");
  const given = first_name.trim().replace(/\s+/g, " ");
  const at = given && whole.startsWith(`${given} `) ? given.length : whole.indexOf(" ");
  if (at === -1) return { firstName: whole.slice(0, 100), lastName: "" };
  return { firstName: whole.slice(0, at).slice(0, 100), lastName: whole.slice(at + 1).slice(0, 100) };
}
