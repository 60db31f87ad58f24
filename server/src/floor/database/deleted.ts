import { sql } from "kysely";
import type { Scope } from "./scope.ts";

/**
 * Work that sees deleted tickets and their rows, which row-level security hides from all other work. Only for a unit of work that
 * no other read shares: what runs beside would see them too.
 */
export async function withDeleted<Answer>(
  { db }: Pick<Scope, "db">,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const set = (to: "shown" | "hidden") => sql`select set_config('app.deleted', ${to}, true)`.execute(db);
  await set("shown");
  // A failure ends the transaction, and the setting with it.
  const answer = await work();
  await set("hidden");
  return answer;
}
