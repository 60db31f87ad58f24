/** Finds clients that the reader sees: by name, numbers and address, and by their addresses and names on channels. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { clientsVisibleTo } from "../clients/access.ts";
import { type Asked, all, exactTime, type Found, isBehind, named, type Page, within } from "./asked.ts";

export async function findClients(scope: Scope, asked: Asked, { behind, size }: Page): Promise<Found[]> {
  const { words, tags } = asked;
  const created = sql`client.created_on`;
  const conditions = within(created, asked);
  if (words.length > 0)
    conditions.push(sql`client.id in (select id from ${named(scope, "client", words)}
      union all select id from ${named(scope, "identity", words)})`);
  for (const tag of tags)
    conditions.push(sql`client.id in (select x.client_id from client_tag x
      join tag on tag.company_id = x.company_id and tag.id = x.tag_id
      where x.company_id = client.company_id and fold(tag.name) = ${tag} and tag.deleted_on is null)`);
  return scope.db
    .selectFrom("client")
    .select(["client.id", sql<null>`null`.as("ticket_id"), exactTime(created).as("at")])
    .where("client.company_id", "=", scope.companyId)
    .where("client.merged_into", "is", null)
    .where(clientsVisibleTo(scope.actor))
    .where(all(conditions))
    .where(isBehind(created, sql`client.id`, behind))
    .orderBy("client.created_on", "desc")
    .orderBy("client.id", "desc")
    .limit(size)
    .execute();
}
