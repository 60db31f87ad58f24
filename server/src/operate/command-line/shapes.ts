/** Schemas of the options, with readable messages. */
import { slug } from "@parley/contract/settings";
import { z } from "zod";
import { englishReasons } from "../../floor/reasons/english.ts";
import { passwordFaults } from "../../people/passwords/check.ts";

export const text = (longest: number) =>
  z.string().trim().min(1, "may not be empty").max(longest, `has at most ${longest} characters`);
export const email = z.email("is not an e-mail address").max(254);
export const password = z
  .string()
  .max(1024, "has at most 1024 characters")
  .superRefine(async (given, found) => {
    const faults = await passwordFaults(given);
    if (faults.length > 0)
      found.addIssue(`is too weak: ${faults.map((code) => englishReasons[code]).join(", ")}`);
  });
export const person = { email, password, firstName: text(100), lastName: text(100) };
export const company = z
  .union([z.uuid(), slug], "is neither an id nor a short name")
  .transform((named) => named.toLowerCase());
