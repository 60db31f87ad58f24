import { sql } from "kysely";

/** Whether the process of a claim has ended; `column` names it. A process knows of itself that it lives. */
export function isAbandoned(column: string, processId: string) {
  const by = sql.ref(column);
  return sql<boolean>`coalesce(${by} <> ${processId} and has_ended(${by}), false)`;
}
