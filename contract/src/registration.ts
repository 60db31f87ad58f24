/**
 * Registration of a company, codes that confirm an address, password reset. Empty fields get the server's catalogue
 * texts, so that fields are loose here.
 */
import { z } from "zod";
import { loose } from "./said.ts";
import { language } from "./sessions.ts";
import { namedTimeZone, uuid } from "./values.ts";

const text = (longest: number) => z.string().max(longest).default("");

/** The language of mails; an unsupported one counts as omitted. */
const lang = loose(language);

export const newCompany = z.object({
  data: z.object({
    /** First and last name, joined by one space. */
    contact_person: text(201),
    /** The position of the space between the two names, when there are several; beyond the specification's fields. */
    first_name: text(100),
    company_name: text(200),
    company_phone: text(50),
    company_email: text(254),
    password: text(1024),
    country: text(2),
    lang,
    /** The browser's time zone; an unknown one is left out. */
    time_zone: namedTimeZone.optional().catch(undefined),
  }),
});
export type NewCompany = z.infer<typeof newCompany>["data"];

export const companyRegistered = z.object({ companyid: uuid });

export const sendCode = z.object({ email: text(254), lang });

export const verifyCode = z.object({
  email: text(254),
  code: text(20),
  isPasswordReset: z.boolean().default(false),
});

export const resetPassword = z.object({
  email: text(254),
  newPassword: text(1024),
  confirmPassword: text(1024),
});

/** The setup list of a new company. `phoneUrl` is null outside a demo: there is no phone to write with. */
export const firstSteps = z.object({ open: z.boolean(), phoneUrl: z.string().nullable() });
export type FirstSteps = z.infer<typeof firstSteps>;
