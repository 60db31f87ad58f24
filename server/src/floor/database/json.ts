import { sql } from "kysely";

/** A value for a column of JSON. The driver writes a bare list as an array of PostgreSQL. */
export const asJson = <Value>(value: Value) => sql<Value>`${JSON.stringify(value)}::jsonb`;

/** PostgreSQL keeps the keys of an object in its own order; here they are sorted, so that equal values are equal texts. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
