import { type RawBuilder, sql } from "kysely";

const full = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const short = /^[0-9a-f]{8}$/i;

export const isWholeId = (id: string): boolean => full.test(id);

/** The first and the last id that the given one can mean. Null when it is not an id. */
export function idRange(id: string): [string, string] | null {
  if (full.test(id)) return [id, id];
  return short.test(id) ? [`${id}-0000-0000-0000-000000000000`, `${id}-ffff-ffff-ffff-ffffffffffff`] : null;
}

/**
 * SQL that compares a row's `id` with the given one, whole or by the first 8 characters that screens show. Null when it
 * is neither.
 */
export function hasId(id: string): RawBuilder<boolean> | null {
  if (full.test(id)) return sql<boolean>`id = ${id.toLowerCase()}`;
  const range = idRange(id);
  return range && sql<boolean>`id between ${range[0]} and ${range[1]}`;
}
