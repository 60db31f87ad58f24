/** The small value types every noun speaks: ids, times, platforms. */
import { z } from "zod";
import { platforms } from "./platforms.ts";

export const uuid = z.uuid();

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** `created_on` in paths and queries: ISO or epoch milliseconds. A routing hint, never a permission. */
export const createdOnHint = z
  .union([z.iso.datetime({ offset: true }), z.string().regex(/^\d{1,15}$/), z.number().int().nonnegative()])
  .transform((value) => new Date(typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value))
  .refine((date) => !Number.isNaN(date.getTime()), "not a time");

export const platform = z.enum(platforms);
export type Platform = z.infer<typeof platform>;

/** An IANA time zone name that this runtime knows. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }, "not a time zone");

/** A zone by name: PostgreSQL, which counts by a company's days, reads the sign of a bare offset the other way. */
export const namedTimeZone = timeZone.regex(/^[A-Za-z]/, "not a time zone");
