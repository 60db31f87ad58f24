import type { Authenticator, Identity, Presented } from "./authenticator.ts";
import { together } from "./together.ts";

type Use = (by: Authenticator, identity: Identity) => Promise<Identity>;

/**
 * Finds identities that are requested at one moment with one statement per authentication method. Null when the
 * credential is unknown or has expired. `use` is called with each that is found.
 */
export function batchLookUps(
  use: Use = async (_by, identity) => identity,
): (presented: Presented) => Promise<Identity | null> {
  const ways = new Map<Authenticator, (key: string) => Promise<Identity | null>>();
  return ({ by, key }) => {
    const lookUp = ways.get(by) ?? createLookUp(by, use);
    ways.set(by, lookUp);
    return lookUp(key);
  };
}

/** Requests of one key that wait for the same statement wait as one, so a flood of one session leaves room for others. */
function createLookUp(by: Authenticator, use: Use): (key: string) => Promise<Identity | null> {
  const waiting = new Map<string, Promise<Identity | null>>();
  const find = together(async (keys: string[]) => {
    for (const key of keys) waiting.delete(key);
    const found = await findByKey(by, keys);
    return keys.map((each) => found.get(each) ?? null);
  });
  const lookUp = async (key: string) => {
    try {
      const found = await find(key);
      return found && (await use(by, found));
    } catch (error) {
      waiting.delete(key);
      throw error;
    }
  };
  return (key) => {
    const asked = waiting.get(key) ?? lookUp(key);
    waiting.set(key, asked);
    return asked;
  };
}

export async function findByKey<I extends Identity>(
  by: Authenticator<I>,
  keys: string[],
): Promise<Map<string, I>> {
  return new Map((await by.find(keys)).map((identity) => [identity.key, identity]));
}
