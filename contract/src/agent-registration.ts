import { z } from "zod";
import { uuid } from "./values.ts";

/** Empty fields get the catalogue's text, so the verb checks them. `pass` is the specification's name. */
export const registerAgent = z.object({
  email: z.string().max(254).default(""),
  pass: z.string().max(1024).default(""),
  confirmPassword: z.string().max(1024).default(""),
  firstName: z.string().max(100).default(""),
  lastName: z.string().max(100).default(""),
  department: z.union([uuid, z.literal("")]).default(""),
  department_name: z.string().max(100).default(""),
  isAdmin: z.boolean().default(false),
  isModerator: z.boolean().default(false),
});
export type RegisterAgent = z.infer<typeof registerAgent>;
