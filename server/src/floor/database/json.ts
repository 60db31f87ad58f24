import { sql } from "kysely";

/** A value for a column of JSON. The driver writes a bare list as an array of PostgreSQL. */
export const asJson = <Value>(value: Value) => sql<Value>`${JSON.stringify(value)}::jsonb`;
