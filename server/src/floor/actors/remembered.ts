import type { Authenticator, Identity } from "./authenticator.ts";

/** Identities that were found lately, and the way in of each. */
export type Remembered = {
  get(by: Authenticator, key: string): Identity | null;
  keep(by: Authenticator, identity: Identity): void;
};

/**
 * For calls whose rights are read with what they read: a remembered identity tells whose they may be, never what they may do.
 * At most `most`, the last found; each for `milliseconds` of `now`.
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
