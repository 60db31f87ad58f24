import { limits } from "@parley/contract/limits";
import type { OrganisationFilter, OrganisationList } from "@parley/contract/organisations";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { hasValue } from "../fields/filter.ts";
import { listTicketsOf } from "../tickets/of-client.ts";
import { accessOrganisation, type OrganisationRecord, selectOrganisations } from "./access.ts";
import { foldDomain } from "./domains.ts";
import { viewOrganisations } from "./view.ts";

/** A page, by name unless another order is asked for, at the same cost however far. */
export async function listOrganisations(
  scope: Scope,
  { after, ...filter }: OrganisationFilter & { after?: string | undefined },
): Promise<OrganisationList> {
  const last = after ? await accessOrganisation(scope, after) : null;
  const size = limits.organisationsPage;
  if (last) {
    const found = await nextOrganisations(scope, filter, last, size);
    return { organisations: await viewOrganisations(scope, found) };
  }
  if (filter.search) {
    // All names are read for a page, too: they are counted in the same pass.
    const found = await inOrder(scope, filter, size).select(everyOne.as("total")).execute();
    return { organisations: await viewOrganisations(scope, found), total: Number(found[0]?.total ?? 0) };
  }
  const found = await nextOrganisations(scope, filter, null, size);
  const { total } = await matching(scope, filter)
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { organisations: await viewOrganisations(scope, found), total: Number(total) };
}

const everyOne = sql<string>`count(*) over ()`;

/** The organisations behind `last`, in the filter's order. */
export function nextOrganisations(
  scope: Scope,
  filter: OrganisationFilter,
  last: OrganisationRecord | null,
  size: number,
): Promise<OrganisationRecord[]> {
  const query = inOrder(scope, filter, size);
  if (!last) return query.execute();
  const { downward, byName, key } = orderOf(filter);
  const place = byName ? sql`fold(${last.name}::text)` : sql`${last.created_on}::timestamptz`;
  const compare = sql.raw(downward ? "<" : ">");
  return query
    .where(sql<boolean>`(${key}, organisation.id) ${compare} (${place}, ${last.id}::uuid)`)
    .execute();
}

function inOrder(scope: Scope, filter: OrganisationFilter, size: number) {
  const { downward, key } = orderOf(filter);
  const direction = downward ? "desc" : "asc";
  return matching(scope, filter)
    .selectAll("organisation")
    .orderBy(key, direction)
    .orderBy("organisation.id", direction)
    .limit(size);
}

function orderOf({ sort = "name" }: OrganisationFilter) {
  const byName = sort.endsWith("name");
  const key = byName ? sql`fold(organisation.name)` : sql`organisation.created_on`;
  return { downward: sort.startsWith("-"), byName, key };
}

/** A search finds by a part of the name, case and accents folded, or by a whole domain. */
function matching(scope: Scope, { search, ...field }: OrganisationFilter) {
  const valued = hasValue("organisation", field);
  const all = valued ? selectOrganisations(scope).where(valued) : selectOrganisations(scope);
  if (!search) return all;
  const domain = foldDomain(search.replace(/^@/, ""));
  return all.where(({ or, exists, selectFrom }) =>
    or([
      sql<boolean>`strpos(fold(organisation.name), fold(${search}::text)) > 0`,
      exists(
        selectFrom("organisation_domain as d")
          .select("d.domain")
          .whereRef("d.company_id", "=", "organisation.company_id")
          .whereRef("d.organisation_id", "=", "organisation.id")
          .where("d.domain", "=", domain),
      ),
    ]),
  );
}

/** A page of the tickets of its clients that the agent may see, newest first. */
export async function listTicketsOfOrganisation(
  scope: Scope,
  id: string,
  after: string | undefined,
): Promise<SharedTicket[]> {
  const { id: organisation } = await accessOrganisation(scope, id);
  return listTicketsOf(scope, { organisation }, after);
}
