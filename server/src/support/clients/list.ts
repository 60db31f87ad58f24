import type { ClientFilter, ClientList, ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { hasValue } from "../fields/filter.ts";
import { accessClient, clientsVisibleTo } from "./access.ts";
import { viewClients } from "./view.ts";

/** The first page, newest first, and the number of clients. */
export async function listClients(scope: Scope, filter: ClientFilter): Promise<ClientList> {
  const { total } = await matching(scope, filter)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const clients = await page(scope, filter, limits.clientsPage).execute();
  return { clients: await viewClients(scope, clients), totalClients: Number(total) };
}

/** The next page: after the client `after`, at the same cost however far; else after the offset. Empty past the end. */
export async function listMoreClients(
  scope: Scope,
  { offset, after, ...filter }: ClientFilter & { offset: number; after?: string | undefined },
): Promise<ClientRow[]> {
  const last = after ? await accessClient(scope, after) : null;
  const query = page(scope, filter, limits.clientsStep);
  return viewClients(scope, await (last ? query.where(isAfter(last)) : query.offset(offset)).execute());
}

/** Every client that matches, in pages of `size`, so that an export holds one page at a time. */
export async function nextClients(
  scope: Scope,
  filter: ClientFilter,
  last: Pick<ClientRow, "clientid" | "created_on"> | undefined,
  size: number,
): Promise<ClientRow[]> {
  const query = page(scope, filter, size);
  const after = last && { id: last.clientid, created_on: new Date(last.created_on) };
  return viewClients(scope, await (after ? query.where(isAfter(after)) : query).execute());
}

const isAfter = ({ id, created_on }: { id: string; created_on: Date }) =>
  sql<boolean>`(client.created_on, client.id) < (${created_on}::timestamptz, ${id}::uuid)`;

/** Finds by any part of name, number or short id, case and accents folded. */
export async function searchClients(scope: Scope, term: string): Promise<ClientRow[]> {
  const departments = scope.actor.departments === "all" ? null : scope.actor.departments;
  const found = sql<{ id: string }>`(select search_clients(${scope.companyId}::uuid, ${departments}::uuid[],
    ${term}::text, ${limits.searchResults}::integer))`;
  const rows = await visible(scope)
    .selectAll()
    .where("client.id", "in", found as never)
    .orderBy("created_on", "desc")
    .orderBy("id", "desc")
    .execute();
  return viewClients(scope, rows);
}

function visible(scope: Scope) {
  return scope.db
    .selectFrom("client")
    .where("client.company_id", "=", scope.companyId)
    .where("client.merged_into", "is", null)
    .where(clientsVisibleTo(scope.actor));
}

function matching(scope: Scope, { tag, organisation, ...field }: ClientFilter) {
  const valued = hasValue("client", field);
  let clients = visible(scope);
  if (valued) clients = clients.where(valued);
  if (organisation) clients = clients.where("client.organisation_id", "=", organisation);
  if (!tag) return clients;
  return clients.where(({ exists, selectFrom }) =>
    exists(
      selectFrom("client_tag")
        .select("client_tag.tag_id")
        .whereRef("client_tag.company_id", "=", "client.company_id")
        .whereRef("client_tag.client_id", "=", "client.id")
        .where("client_tag.tag_id", "=", tag),
    ),
  );
}

const page = (scope: Scope, filter: ClientFilter, size: number) =>
  matching(scope, filter).selectAll("client").orderBy("created_on", "desc").orderBy("id", "desc").limit(size);
