/**
 * Sight of single tickets, beside that of departments: of colleagues and departments that were mentioned in them, until
 * they are closed. It allows to read the ticket and to write notes in it.
 */
import { seesDepartment } from "@parley/contract/permissions";
import type { Actor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";

export type Reader = Pick<Actor, "kind" | "id" | "departments">;

/** The ids of the tickets that the reader sees by it. Null for a reader who sees every department, or who is no agent. */
export function sightedBy({ db, companyId }: Pick<Scope, "db" | "companyId">, reader: Reader) {
  const { kind, id, departments } = reader;
  if (kind !== "agent" || departments === "all") return null;
  return db
    .selectFrom("ticket_sight")
    .select("ticket_sight.ticket_id")
    .where("ticket_sight.company_id", "=", companyId)
    .where((eb) =>
      eb.or([eb("ticket_sight.agent_id", "=", id), eb("ticket_sight.department_id", "in", departments)]),
    );
}

/** True if the reader sees the ticket's department, or the ticket alone. */
export async function mayRead(
  scope: Pick<Scope, "db" | "companyId">,
  reader: Reader,
  { ticket_id, department_id }: { ticket_id: string; department_id: string },
): Promise<boolean> {
  if (seesDepartment(reader, department_id)) return true;
  const sighted = sightedBy(scope, reader);
  const row = await sighted?.where("ticket_sight.ticket_id", "=", ticket_id).executeTakeFirst();
  return row !== undefined;
}
