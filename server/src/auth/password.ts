import { hash, verify } from "@node-rs/argon2";

// argon2id is the library's default; memory and passes are OWASP's first recommendation (Password Storage Cheat Sheet).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobodys: Promise<string> | undefined;

/**
 * Whether the password is the account's. Without an account the same work is done on a hash nobody's password has,
 * so the time taken tells nothing.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobodys ??= hashPassword(crypto.randomUUID());
  const matches = await verify(passwordHash ?? (await nobodys), password);
  return matches && passwordHash !== undefined;
}
