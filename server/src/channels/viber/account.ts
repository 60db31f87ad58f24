/** Viber's information about an account. */
import { z } from "zod";

export const account = z.object({
  id: z.string().min(1).max(200),
  name: z.string().default(""),
  uri: z.string().optional(),
  webhook: z.string().default(""),
  subscribers_count: z.number().default(0),
});
export type Account = z.infer<typeof account>;
