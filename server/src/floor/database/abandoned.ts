import { sql } from "kysely";

/**
 * SQL that is true if the process of a claim has ended; `column` holds its id. A process knows that it is alive itself.
 */
export function isAbandoned(column: string, processId: string) {
  const by = sql.ref(column);
  return sql<boolean>`coalesce(${by} <> ${processId} and has_ended(${by}), false)`;
}
