import type { namedOrganisation } from "@parley/contract/organisations";
import type { z } from "zod";
import type { Scope } from "../../floor/database/scope.ts";
import type { OfClient } from "../../floor/ledger/event.ts";
import { valuesOfOrganisations } from "../fields/rows.ts";

type Named = z.output<typeof namedOrganisation>;

/**
 * The organisations of clients, by their ids. An agent who sees a client also sees the name of their organisation.
 */
export async function organisationsOf(
  { db, companyId }: Scope,
  clients: { organisation_id: string | null }[],
): Promise<Map<string, Named>> {
  const ids = new Set(clients.flatMap(({ organisation_id: id }) => id ?? []));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("organisation")
    .select(["id as organisationid", "name"])
    .where("company_id", "=", companyId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.organisationid, row]));
}

/** The fields of an organisation, or of none, that the tickets of its clients show. */
export async function shownOnTickets(scope: Scope, organisationid: string | null): Promise<OfClient> {
  const fields = organisationid && (await valuesOfOrganisations(scope, [organisationid])).get(organisationid);
  return { organisationid, ...(fields && { fields }) };
}
