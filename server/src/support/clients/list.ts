import type { ClientFilter, ClientList, ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { impliedBy } from "../conditions/narrowing.ts";
import { readingOf } from "../conditions/reading.ts";
import { holdsSql } from "../conditions/to-sql.ts";
import { hasValue } from "../fields/filter.ts";
import { accessClient, clientsVisibleTo } from "./access.ts";
import { viewClients } from "./view.ts";

/** The first page, newest first, and the number of clients. */
export async function listClients(scope: Scope, filter: ClientFilter): Promise<ClientList> {
  const matches = await matchesFilter(scope, filter);
  const { total } = await visible(scope)
    .where(matches)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const clients = await page(scope, matches, limits.clientsPage).execute();
  return { clients: await viewClients(scope, clients), totalClients: Number(total) };
}

/** The next page: after the client `after`, at the same cost however far; else after the offset. Empty past the end. */
export async function listMoreClients(
  scope: Scope,
  { offset, after, ...filter }: ClientFilter & { offset: number; after?: string | undefined },
): Promise<ClientRow[]> {
  const last = after ? await accessClient(scope, after) : null;
  const query = page(scope, await matchesFilter(scope, filter), limits.clientsStep);
  return viewClients(scope, await (last ? query.where(isAfter(last)) : query.offset(offset)).execute());
}

/** Every client that matches, in pages of `size`, so that an export holds one page at a time. */
export async function nextClients(
  scope: Scope,
  { number, ...filter }: ClientFilter & { number?: string | undefined },
  last: Pick<ClientRow, "clientid" | "created_on"> | undefined,
  size: number,
): Promise<ClientRow[]> {
  const all = page(scope, await matchesFilter(scope, filter), size);
  const query = number === undefined ? all : all.where("client.account_number", "=", number);
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

async function matchesFilter(scope: Scope, { tag, organisation, conditions, ...field }: ClientFilter) {
  const reading = conditions && (await readingOf(scope, conditions));
  return (eb: ExpressionBuilder<Database, "client">) => {
    const wanted: Expression<SqlBool>[] = [];
    const valued = hasValue("client", field);
    if (valued) wanted.push(valued);
    if (organisation) wanted.push(eb("client.organisation_id", "=", organisation));
    if (tag) wanted.push(hasTag(eb, tag));
    if (conditions && reading)
      wanted.push(...impliedBy(conditions, reading, "client"), holdsSql(conditions, reading, "client"));
    return eb.and(wanted);
  };
}

const hasTag = ({ exists, selectFrom }: ExpressionBuilder<Database, "client">, tag: string) =>
  exists(
    selectFrom("client_tag")
      .select("client_tag.tag_id")
      .whereRef("client_tag.company_id", "=", "client.company_id")
      .whereRef("client_tag.client_id", "=", "client.id")
      .where("client_tag.tag_id", "=", tag),
  );

type Matches = Awaited<ReturnType<typeof matchesFilter>>;

const page = (scope: Scope, matches: Matches, size: number) =>
  visible(scope)
    .where(matches)
    .selectAll("client")
    .orderBy("created_on", "desc")
    .orderBy("id", "desc")
    .limit(size);
