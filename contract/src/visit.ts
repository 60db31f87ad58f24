/** Describes what agents see of a website's visitor beside the messages. */
import { z } from "zod";
import { timestamp } from "./values.ts";

export const visit = z.object({
  /** The page on which the conversation began, when the company asks for it. */
  page: z.object({ url: z.string(), title: z.string(), referrer: z.string().optional() }).nullable(),
  /** The country of the browser's language (ISO 3166-1). */
  country: z.string().nullable(),
  email: z.string().nullable(),
  /** The website vouches for the visitor's identity. */
  identified: z.boolean(),
  /** Its user agent names it: `Firefox 140, Windows`. */
  browser: z.string().optional(),
  /** The website vouches for it, beside name and address: a plan, say. */
  about: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  /** The time at which unread answers last went to the visitor's address. */
  mailed_on: timestamp.nullable(),
});
export type Visit = z.infer<typeof visit>;
