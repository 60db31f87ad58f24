/**
 * Removes from an answer the keys that its schema does not declare. It checks the keys alone, at a fifth of the cost of
 * parsing the whole. The types, and the tests, which parse every answer, show that the values are right.
 */
import { z } from "zod";

/** The paths at which keys were removed, such as `tickets[].secret`. */
export type Dropped = Set<string>;
type Keep = (value: unknown, dropped: Dropped) => unknown;

export function declaredKeys(schema: z.ZodType): Keep {
  return compile(schema, "") ?? ((value) => value);
}

/** Null for a schema without keys below it. Throws on an unknown kind of schema. */
function compile(schema: z.core.$ZodType, at: string): Keep | null {
  if (schema instanceof z.ZodObject) return object(schema, at);
  if (schema instanceof z.ZodArray) return array(compile(schema.element, `${at}[]`));
  if (schema instanceof z.ZodRecord) return record(compile(schema.valueType, at ? `${at}.*` : "*"));
  if (schema instanceof z.ZodUnion) return union(schema.options, at);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly) {
    return compile(schema.unwrap(), at);
  }
  if (leaves.some((leaf) => schema instanceof leaf)) return null;
  throw new Error(
    `An answer declares a ${schema._zod.def.type} at "${at}", which http/answers.ts does not know`,
  );
}

const leaves = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  z.ZodUnknown,
];

function object({ shape, def }: z.ZodObject, at: string): Keep {
  const open = def.catchall !== undefined && !(def.catchall instanceof z.ZodNever);
  const path = at ? `${at}.` : "";
  const below = new Map<string, Keep | null>();
  for (const [key, schema] of Object.entries(shape)) below.set(key, compile(schema, path + key));
  const deep = [...below].filter((entry): entry is [string, Keep] => entry[1] !== null);
  return (value, dropped) => {
    if (!isObject(value)) return value;
    let kept = value;
    for (const key in value) {
      if (open || below.has(key) || value[key] === undefined) continue;
      dropped.add(path + key);
      if (kept === value) kept = { ...value };
      delete kept[key];
    }
    for (const [key, keep] of deep) kept = replaced(kept, value, key, keep(value[key], dropped));
    return kept;
  };
}

function array(keep: Keep | null): Keep | null {
  if (!keep) return null;
  return (value, dropped) => {
    if (!Array.isArray(value)) return value;
    let kept: unknown[] = value;
    for (let index = 0; index < value.length; index++) {
      const item = keep(value[index], dropped);
      if (item === value[index]) continue;
      if (kept === value) kept = [...value];
      kept[index] = item;
    }
    return kept;
  };
}

function record(keep: Keep | null): Keep | null {
  if (!keep) return null;
  return (value, dropped) => {
    if (!isObject(value)) return value;
    let kept = value;
    for (const key in value) kept = replaced(kept, value, key, keep(value[key], dropped));
    return kept;
  };
}

/** Uses the option that removes the fewest keys. */
function union(options: readonly z.core.$ZodType[], at: string): Keep | null {
  const keeps = options.map((option) => ({
    ofArrays: option instanceof z.ZodArray,
    keep: compile(option, at),
  }));
  if (keeps.every(({ keep }) => keep === null)) return null;
  return (value, dropped) => {
    let best = { kept: value, left: new Set<string>() };
    let tried = false;
    for (const { ofArrays, keep } of keeps) {
      if (!keep || ofArrays !== Array.isArray(value)) continue;
      const left: Dropped = new Set();
      const kept = keep(value, left);
      if (!tried || left.size < best.left.size) best = { kept, left };
      tried = true;
      if (left.size === 0) break;
    }
    for (const path of best.left) dropped.add(path);
    return best.kept;
  };
}

type Keyed = Record<string, unknown>;

const isObject = (value: unknown): value is Keyed =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `kept` is a copy of `of` or still the same: it is copied before its first change. */
function replaced(kept: Keyed, of: Keyed, key: string, item: unknown): Keyed {
  if (item === of[key]) return kept;
  const copy = kept === of ? { ...of } : kept;
  copy[key] = item;
  return copy;
}
