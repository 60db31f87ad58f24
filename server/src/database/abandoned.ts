import { sql } from "kysely";

/** Whether the process of a row's claim (`sending_by`) has ended. A process knows of itself that it lives. */
export function isAbandoned(table: string, processId: string) {
  const by = sql.ref(`${table}.sending_by`);
  return sql<boolean | null>`${by} <> ${processId} and has_ended(${by})`;
}
