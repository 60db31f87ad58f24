import type { Authenticator, Identity, Presented } from "./authenticator.ts";
import { together } from "./together.ts";

/**
 * Finds identities that are requested at one moment with one statement per authentication method. Null when the
 * credential is unknown or has expired.
 */
export function batchLookUps(): (presented: Presented) => Promise<Identity | null> {
  const ways = new Map<Authenticator, (key: string) => Promise<Identity | null>>();
  return ({ by, key }) => {
    const known = ways.get(by);
    if (known) return known(key);
    const find = together(async (keys: string[]) => {
      const found = await findByKey(by, [...new Set(keys)]);
      return keys.map((each) => found.get(each) ?? null);
    });
    ways.set(by, find);
    return find(key);
  };
}

export async function findByKey<I extends Identity>(
  by: Authenticator<I>,
  keys: string[],
): Promise<Map<string, I>> {
  return new Map((await by.find(keys)).map((identity) => [identity.key, identity]));
}
