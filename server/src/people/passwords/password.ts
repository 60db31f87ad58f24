import { timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import type { Context } from "../../floor/context.ts";
import { notReady } from "../../floor/errors/errors.ts";

// argon2id is the library's default; memory and passes are OWASP's first recommendation (Password Storage Cheat Sheet).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The number of passwords compared at a time. Each fills a core for some 30 ms, so an endless series of wrong ones must
 * leave cores to answer others, and threads of libuv's four to read files.
 */
const atOnce = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
const mostWaiting = 300;
const waiting: (() => void)[] = [];
let running = 0;

/** Throws 503 when too many wait. */
async function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (waiting.length >= mostWaiting) throw notReady();
  if (running < atOnce) running += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Uses a random salt unless one is given. */
export const hashPassword = (password: string, salt?: Buffer): Promise<string> =>
  inTurn(() => hash(password, { ...cost, ...(salt && { salt }) }));

/**
 * The salt of passwords that administrators give to an address that is not confirmed. Accounts of different companies
 * share it, so that one argon2 run compares a password with all of them.
 */
export const saltOf = ({ secrets }: Pick<Context, "secrets">, email: string): Buffer =>
  Buffer.from(secrets.sign(`password salt ${email.trim().toLowerCase()}`), "base64url").subarray(0, 16);

let dummyHash: Promise<string> | undefined;

/**
 * True if the password is the account's. Without an account a dummy hash is checked, so that timing reveals nothing.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword(crypto.randomUUID());
  const compared = passwordHash ?? (await dummyHash);
  const matches = await inTurn(() => verify(compared, password));
  return matches && passwordHash !== undefined;
}

/**
 * The first of the hashes that matches the password, after one argon2 run. Several are compared where cost and salt are
 * the same: those with the given salt, else those that share the first one's.
 */
export async function findMatching(
  password: string,
  hashes: string[],
  salt: Buffer,
): Promise<string | undefined> {
  const [first = undefined] = hashes;
  if (first === undefined || hashes.length === 1) {
    return (await isPassword(password, first)) ? first : undefined;
  }
  const chosen = hashes.find((one) => partsOf(one).salt.equals(salt)) ?? first;
  const { salt: shared, ...costs } = partsOf(chosen);
  const made = Buffer.from(await inTurn(() => hash(password, { ...costs, salt: shared })));
  return hashes.find((one) => one.length === made.length && timingSafeEqual(Buffer.from(one), made));
}

/** Splits "$argon2id$v=19$m=19456,t=2,p=1$salt$hash". */
function partsOf(passwordHash: string) {
  const [, , , costs = "", salt = ""] = passwordHash.split("$");
  const [memoryCost = 0, timeCost = 0, parallelism = 0] = (costs.match(/\d+/g) ?? []).map(Number);
  return { memoryCost, timeCost, parallelism, salt: Buffer.from(salt, "base64") };
}
