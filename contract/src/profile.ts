/** Changes of an agent's own profile. Empty fields get the catalogue's text, so the verbs check them. */
import { z } from "zod";

export const updateProfile = z.object({
  first_name: z.string().max(100).default(""),
  last_name: z.string().max(100).default(""),
  email: z.string().max(254).default(""),
  /** Beyond the specification's fields: the current password, which a change of the address requires. */
  password: z.string().max(1024).default(""),
});
export type UpdateProfile = z.infer<typeof updateProfile>;

export const changePassword = z.object({
  currentPassword: z.string().max(1024).default(""),
  newPassword: z.string().max(1024).default(""),
  confirmPassword: z.string().max(1024).default(""),
});
export type ChangePassword = z.infer<typeof changePassword>;
