/** What agents see of a visitor of a website beside the messages. */
import { z } from "zod";
import { timestamp } from "./values.ts";

export const visit = z.object({
  /** Where the conversation began, when the company asks for it. */
  page: z.object({ url: z.string(), title: z.string() }).nullable(),
  /** ISO 3166-1, of the browser's language. */
  country: z.string().nullable(),
  email: z.string().nullable(),
  /** The website vouches for who it is. */
  identified: z.boolean(),
  /** When answers last went to the address, because they were not read. */
  mailed_on: timestamp.nullable(),
});
export type Visit = z.infer<typeof visit>;
