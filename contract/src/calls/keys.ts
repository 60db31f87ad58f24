import { byKey, createKey, key, keyList, madeKey, updateKey } from "../keys.ts";
import type { Declarations } from "./call.ts";

export const keyCalls = {
  listKeys: {
    summary: "One's own keys; for administrators all of the company, also those that ended lately",
    ability: "account",
    answer: keyList,
  },
  createKey: {
    summary: "Make a key, which is shown this once: one's own, or as an administrator the company's",
    ability: "account",
    body: createKey,
    answer: madeKey,
  },
  updateKey: {
    summary: "Change what a key may; what is left out stays as it is",
    ability: "account",
    body: updateKey,
    answer: key,
  },
  rotateKey: {
    summary: "Give a key a new secret; the one before stays valid for a day",
    ability: "account",
    body: byKey,
    answer: madeKey,
  },
  endKey: {
    summary: "End a key for good; a repeat changes nothing",
    ability: "account",
    body: byKey,
    answer: key,
  },
} satisfies Declarations;
