import { type RawBuilder, sql } from "kysely";

const full = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const short = /^[0-9a-f]{8}$/i;

/** That a row's `id` is the given one, whole or by the first 8 characters that screens show. Null when it is neither. */
export function hasId(id: string): RawBuilder<boolean> | null {
  if (full.test(id)) return sql<boolean>`id = ${id.toLowerCase()}`;
  if (!short.test(id)) return null;
  return sql<boolean>`id between ${`${id}-0000-0000-0000-000000000000`} and ${`${id}-ffff-ffff-ffff-ffffffffffff`}`;
}
