/** The only access from an agent to an organisation. */
import { type Selectable, sql } from "kysely";
import type { OrganisationTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { clientsVisibleTo } from "../clients/access.ts";

export type OrganisationRecord = Selectable<OrganisationTable>;

/** The clients whom the agent sees. */
export const visibleClients = (scope: Scope) =>
  scope.db
    .selectFrom("client")
    .where("client.company_id", "=", scope.companyId)
    .where("client.merged_into", "is", null)
    .where(clientsVisibleTo(scope.actor));

/**
 * The organisations that the agent may read: those with a client whom they see. An agent of every department sees
 * all.
 */
export function selectOrganisations(scope: Scope) {
  const all = present(scope);
  if (scope.actor.departments === "all") return all;
  return all.where(({ exists }) => exists(visibleClientsOf(scope)));
}

const present = (scope: Scope) =>
  scope.db
    .selectFrom("organisation")
    .where("organisation.company_id", "=", scope.companyId)
    .where("organisation.deleted_on", "is", null);

/** Selects the clients of the query's organisation whom the agent sees. */
const visibleClientsOf = (scope: Scope) =>
  visibleClients(scope)
    .select("client.id")
    .whereRef("client.organisation_id", "=", sql.ref("organisation.id"))
    .where("client.organisation_id", "is not", null);

/** 404 for one unknown, deleted, or without a client whom the agent sees. */
export async function accessOrganisation(scope: Scope, id: string): Promise<OrganisationRecord> {
  let query = present(scope).selectAll("organisation").where("organisation.id", "=", id);
  if (scope.actor.departments !== "all") {
    // The offset keeps the planner from joining: all clients of a large organisation would be read, where the first ones tell.
    query = query.where(({ exists }) => exists(visibleClientsOf(scope).offset(sql<number>`0`)));
  }
  const found = await query.executeTakeFirst();
  if (!found) throw unknownOrganisation();
  return found;
}

/** Locks it, so that it is not deleted while clients are put into it; `update` is for a change of the row itself. */
export async function lockOrganisation(
  scope: Scope,
  id: string,
  strength: "share" | "update",
): Promise<OrganisationRecord> {
  const query = scope.db
    .selectFrom("organisation")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("deleted_on", "is", null)
    .where("id", "=", id);
  const found = await (strength === "share" ? query.forShare() : query.forNoKeyUpdate()).executeTakeFirst();
  if (!found) throw unknownOrganisation();
  return found;
}

export const unknownOrganisation = () => new Refusal(404, "not_found", "organisation_unknown");
