/** Finds clients that the reader sees: by name, numbers and address, and by their addresses and names on channels. */
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { clientsVisibleTo } from "../clients/access.ts";
import {
  type Asked,
  all,
  exactTime,
  type Found,
  hasWords,
  isBehind,
  named,
  type Page,
  within,
} from "./asked.ts";

/** The number of newest clients that are looked through before the indexes are asked. */
const newest = 300;

export async function findClients(scope: Scope, asked: Asked, page: Page): Promise<Found[]> {
  if (asked.words.length > 0) {
    const found = await findAmong(scope, asked, page, hasAll(scope, asked.words), newest);
    // They are the newest of all.
    if (found.length === page.size) return found;
  }
  return findAmong(scope, asked, page, all(namedBy(scope, asked.words)));
}

/** The words stand in what names a client, or in one of its names on channels. */
const hasAll = ({ companyId }: Scope, words: string[]) =>
  sql<boolean>`(${hasWords(
    sql`fold(client.name || ' ' || client.short_id || coalesce(' ' || client.account_number, '')
      || coalesce(' ' || client.address, ''))`,
    words,
  )}
    or coalesce((select true from client_identity i where i.company_id = ${companyId} and i.client_id = client.id
      and ${hasWords(sql`fold(i.external_id || coalesce(' ' || i.username, ''))`, words)} limit 1), false))`;

const namedBy = (scope: Scope, words: string[]) =>
  words.length === 0
    ? []
    : [
        sql<boolean>`client.id in (select id from ${named(scope, "client", words)}
          union all select id from ${named(scope, "identity", words)})`,
      ];

/** Finds clients of the newest `most`, or of all. */
async function findAmong(
  scope: Scope,
  asked: Asked,
  { behind, size }: Page,
  condition: RawBuilder<boolean>,
  most?: number,
): Promise<Found[]> {
  const created = sql`client.created_on`;
  const conditions = [...within(created, asked), condition];
  for (const tag of asked.tags)
    conditions.push(sql`client.id in (select x.client_id from client_tag x
      join tag on tag.company_id = x.company_id and tag.id = x.tag_id
      where x.company_id = client.company_id and fold(tag.name) = ${tag} and tag.deleted_on is null)`);
  const ordered = scope.db
    .selectFrom("client")
    .where("client.company_id", "=", scope.companyId)
    .where("client.merged_into", "is", null)
    .where(isBehind(created, sql`client.id`, behind))
    .orderBy("client.created_on", "desc")
    .orderBy("client.id", "desc");
  const among = most ? ordered.where("client.id", "in", ordered.select("client.id").limit(most)) : ordered;
  return among
    .select(["client.id", sql<null>`null`.as("ticket_id"), exactTime(created).as("at")])
    .where(clientsVisibleTo(scope.actor))
    .where(all(conditions))
    .limit(size)
    .execute();
}
