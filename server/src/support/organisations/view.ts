/** Shapes organisations for the wire. */
import { domainToUnicode } from "node:url";
import type { FieldValues } from "@parley/contract/field-values";
import type { Organisation, OrganisationRow } from "@parley/contract/organisations";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { valuesOfOrganisations } from "../fields/rows.ts";
import { type OrganisationRecord, visibleClients } from "./access.ts";

export async function viewOrganisation(
  scope: Scope,
  organisation: OrganisationRecord,
): Promise<Organisation> {
  const [row] = await viewOrganisations(scope, [organisation]);
  return { ...(row as OrganisationRow), note: organisation.note };
}

/** One look-up brings the domains of all, and one counts their clients whom the agent sees. */
export async function viewOrganisations(
  scope: Scope,
  organisations: OrganisationRecord[],
): Promise<OrganisationRow[]> {
  const ids = organisations.map(({ id }) => id);
  const domains = await domainsOf(scope, ids);
  const counts = await countClients(scope, ids);
  const values = await valuesOfOrganisations(scope, ids);
  return organisations.map(({ id, name, created_on }) => ({
    ...{ organisationid: id, name },
    domains: (domains.get(id) ?? []).map(domainToUnicode),
    clients: counts.get(id) ?? 0,
    created_on: created_on.toISOString(),
    ...fieldsIn(values.get(id)),
  }));
}

const fieldsIn = (fields: FieldValues | undefined) => fields && { fields };

export async function domainsOf({ db, companyId }: Scope, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("organisation_domain")
    .select("organisation_id as id")
    .select(sql<string[]>`array_agg(domain order by domain)`.as("domains"))
    .where("company_id", "=", companyId)
    .where("organisation_id", "in", ids)
    .groupBy("organisation_id")
    .execute();
  return new Map(rows.map(({ id, domains }) => [id, domains]));
}

async function countClients(scope: Scope, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await visibleClients(scope)
    .select("client.organisation_id as id")
    .select(({ fn }) => fn.countAll<string>().as("clients"))
    .where("client.organisation_id", "in", ids)
    .groupBy("client.organisation_id")
    .execute();
  return new Map(rows.flatMap(({ id, clients }) => (id ? [[id, Number(clients)]] : [])));
}
