/** A company's settings. */
import { z } from "zod";
import { namedTimeZone, uuid } from "./values.ts";

/** A company's name in public addresses. */
export const slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  // Shorter than a UUID.
  .max(35)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "has lower-case letters, digits and single hyphens between them");

export const companySettings = z.object({
  name: z.string().trim().min(1).max(200),
  /** One that it had before leads to the present one and stays its own. */
  slug,
  time_zone: namedTimeZone,
  /** Hours after closing in which a client's message reopens the ticket. */
  reopen_window_hours: z.number().int().min(0).max(8_760),
  /** Null: the server's own limit holds. */
  max_upload_mb: z.number().int().min(1).max(2_048).nullable(),
  /** True if notes may mention colleagues and departments who do not see the ticket: they see it then. */
  mentions_elsewhere: z.boolean(),
  /** Minutes for which a handler must be offline before a colleague may take their ticket over. Null: never. */
  take_over_minutes: z.number().int().min(1).max(1_440).nullable(),
  /** True if agents can take back what they send for some seconds, unless they chose otherwise. */
  take_back: z.boolean(),
  /** True if a client joins an organisation by the domain of an address that they have proved. */
  organisations_join: z.boolean(),
});
export type CompanySettings = z.infer<typeof companySettings>;

export const settingsAnswer = companySettings.extend({
  company_id: uuid,
  server_upload_mb: z.number().int(),
});
export type SettingsAnswer = z.infer<typeof settingsAnswer>;

/** Omitted fields stay unchanged. */
export const changeSettings = companySettings.partial();

/** Status that administrators see beside the settings. */
export const companyStatus = z.object({
  /** The size of the company's files in bytes. */
  storage_used: z.number().int(),
  /** Null means no limit. */
  storage_limit: z.number().int().nullable(),
  /** The company's time zone has changed, and figures are still those of the previous zone. */
  counting_days: z.boolean(),
});
export type CompanyStatus = z.infer<typeof companyStatus>;
