import { z } from "zod";
import { uuid } from "./values.ts";

export const presence = z.enum(["online", "offline"]);
export type Presence = z.infer<typeof presence>;

/** A colleague as the workspace lists them. `id` repeats `userid`. */
export const colleague = z.object({
  userid: uuid,
  id: uuid,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  profile_pic: z.string().nullable(),
  department: z.string(),
  departmentid: uuid,
  status: presence,
});
export type Colleague = z.infer<typeof colleague>;
