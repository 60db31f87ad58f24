import type { ClientList, ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { accessClient, type ClientRecord, clientsVisibleTo } from "./access.ts";

/** The first page, newest first, and the number of clients. */
export async function listClients(scope: Scope): Promise<ClientList> {
  const { total } = await visible(scope)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const clients = await page(scope, limits.clientsPage).execute();
  return { clients: clients.map(viewClientRow), totalClients: Number(total) };
}

/** The next page: after the client `after`, at the same cost however far; else after the offset. Empty past the end. */
export async function listMoreClients(
  scope: Scope,
  { offset, after }: { offset: number; after?: string | undefined },
): Promise<ClientRow[]> {
  const last = after ? await accessClient(scope, after) : null;
  const query = page(scope, limits.clientsStep);
  const rows = await (last
    ? query.where(
        sql<boolean>`(client.created_on, client.id) < (${last.created_on}::timestamptz, ${last.id}::uuid)`,
      )
    : query.offset(offset)
  ).execute();
  return rows.map(viewClientRow);
}

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
  return rows.map(viewClientRow);
}

export function viewClientRow(client: ClientRecord): ClientRow {
  return {
    clientid: client.id,
    short_id: client.short_id,
    client_name: client.name,
    picture: client.picture,
    account_number: client.account_number,
    address: client.address,
    blocked_on: client.blocked_on !== null,
    created_on: client.created_on.toISOString(),
  };
}

function visible(scope: Scope) {
  return scope.db
    .selectFrom("client")
    .where("client.company_id", "=", scope.companyId)
    .where("client.merged_into", "is", null)
    .where(clientsVisibleTo(scope.actor));
}

const page = (scope: Scope, size: number) =>
  visible(scope).selectAll().orderBy("created_on", "desc").orderBy("id", "desc").limit(size);
