/** Keys, with which programs call `/api/v1`. */
import { z } from "zod";
import { keyAbilities } from "./key-abilities.ts";
import { limits } from "./limits.ts";
import { programLimits } from "./program-limits.ts";
import { timestamp, uuid } from "./values.ts";

const name = z
  .string()
  .trim()
  .min(1)
  .max(programLimits.keyName)
  .regex(/^[^\n\r\t]*$/);
const ability = z.enum(keyAbilities);
/** An address or, with a prefix length, a network. */
const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

export const key = z.object({
  keyid: uuid,
  name: z.string(),
  /** The key acts as this agent. A company's key has none. */
  agent: z.object({ userid: uuid, name: z.string() }).nullable(),
  abilities: z.array(ability),
  /** Null means every department. */
  departmentids: z.array(uuid).nullable(),
  /** Addresses and networks from which it is valid; none means from everywhere. */
  networks: z.array(z.string()),
  created_on: timestamp,
  created_by_name: z.string(),
  expires_on: timestamp,
  ended_on: timestamp.nullable(),
  /** Until then the secret before the rotation is valid too. */
  previous_until: timestamp.nullable(),
  last_used_on: z.iso.date().nullable(),
  last_used_from: z.string().nullable(),
  /** The caller may change and rotate it. */
  may_change: z.boolean(),
});
export type Key = z.infer<typeof key>;
export const keyList = z.object({ keys: z.array(key).max(programLimits.keysListed), address: z.string() });
export type KeyList = z.infer<typeof keyList>;

const abilities = z.array(ability).min(1).max(keyAbilities.length);
const departmentids = z.array(uuid).min(1).max(limits.furtherDepartments).nullable();
const networks = z.array(network).max(programLimits.keyNetworks);
/** The last day of the key, in UTC. */
const until = z.iso.date();

/** `own`: the key acts as the caller; otherwise it is the company's. */
export const createKey = z.object({
  name,
  own: z.boolean().default(false),
  abilities,
  departmentids: departmentids.default(null),
  networks: networks.default([]),
  until: until.optional(),
});
export type CreateKey = z.output<typeof createKey>;
export type EnteredKey = z.input<typeof createKey>;

export const byKey = z.object({ keyid: uuid });
/** Omitted fields stay unchanged. */
export const updateKey = byKey.extend({
  name: name.optional(),
  abilities: abilities.optional(),
  departmentids: departmentids.optional(),
  networks: networks.optional(),
  until: until.optional(),
});
export type UpdateKey = z.output<typeof updateKey>;

/** The secret is shown this once. */
export const madeKey = z.object({ key, token: z.string() });
export type MadeKey = z.infer<typeof madeKey>;
