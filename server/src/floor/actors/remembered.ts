import type { Authenticator, Identity } from "./authenticator.ts";

/** A cache of recently found identities and their authentication methods. */
export type Remembered = {
  get(by: Authenticator, key: string): Identity | null;
  keep(by: Authenticator, identity: Identity): void;
};

/**
 * Used by calls that read the rights together with their rows: a cached identity tells whose rights to read, never what
 * they are. Holds at most `most`, the last found; each for `milliseconds` of `now`.
 */
export function rememberIdentities(
  { most, milliseconds }: { most: number; milliseconds: number },
  now: () => number,
): Remembered {
  const ways = new WeakMap<Authenticator, Map<string, { identity: Identity; until: number }>>();
  return {
    get(by, key) {
      const found = ways.get(by)?.get(key);
      return found && found.until > now() ? found.identity : null;
    },
    keep(by, identity) {
      const known = ways.get(by) ?? new Map();
      ways.set(by, known);
      // Insertion order is the order in which they were found.
      known.delete(identity.key);
      known.set(identity.key, { identity, until: now() + milliseconds });
      for (const key of known.keys()) {
        if (known.size <= most) break;
        known.delete(key);
      }
    },
  };
}
