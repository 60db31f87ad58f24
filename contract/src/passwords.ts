/** The specification's rules for a password at the registration of a company. */
import { limits } from "./limits.ts";

export const passwordRules = [
  {
    name: "length",
    text: "At least 8 characters",
    met: (password: string) => [...password].length >= limits.passwordLength,
  },
  {
    name: "uppercase",
    text: "At least one uppercase letter",
    met: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    name: "lowercase",
    text: "At least one lowercase letter",
    met: (password: string) => /\p{Ll}/u.test(password),
  },
  { name: "number", text: "At least one number", met: (password: string) => /\p{Nd}/u.test(password) },
  {
    name: "special",
    text: "At least one special character (!@#$...)",
    met: (password: string) => /[^\p{L}\p{N}]/u.test(password),
  },
] as const;

export type PasswordRule = (typeof passwordRules)[number];

export function unmetRules(password: string): PasswordRule[] {
  return passwordRules.filter((rule) => !rule.met(password));
}
