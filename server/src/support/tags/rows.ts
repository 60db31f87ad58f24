import type { Tag, TagList, TagUses } from "@parley/contract/tags";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { withDeleted } from "../../floor/database/deleted.ts";
import type { TagTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";

export type TagRow = Selectable<TagTable>;

/** A deleted tag is left out. */
export function selectTags({ db, companyId }: Pick<Scope, "db" | "companyId">) {
  return db.selectFrom("tag").selectAll().where("company_id", "=", companyId).where("deleted_on", "is", null);
}

export const viewTag = ({ id, name, colour, archived_on }: TagRow): Tag => ({
  tagid: id,
  name,
  colour,
  archived_on: archived_on?.toISOString() ?? null,
});

export async function listTags(scope: Scope): Promise<TagList> {
  const tags = await selectTags(scope).orderBy(sql`fold(name)`).execute();
  return { closed: await isClosed(scope), tags: tags.map(viewTag) };
}

export async function isClosed({ db, companyId }: Scope): Promise<boolean> {
  const { tags_closed } = await db
    .selectFrom("company")
    .select("tags_closed")
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return tags_closed;
}

/** Writes the names of tags for a file, by name. One that is deleted is left out. */
export async function tagNamesOf(scope: Scope): Promise<(ids: string[] | undefined) => string> {
  const tags = await selectTags(scope).orderBy(sql`fold(name)`).execute();
  return (ids = []) =>
    tags
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(", ");
}

/** Until the commit these tags can be neither archived nor deleted. 404 for one that is not offered. */
export async function lockOffered(scope: Scope, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const offered = await selectTags(scope)
    .where("id", "in", ids)
    .where("archived_on", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  if (offered.length < new Set(ids.map((id) => id.toLowerCase())).size) throw unknownTag();
  return offered.map(({ id }) => id);
}

/** The tags of one ticket or client, which `readTags` reads. A company without such tags looks once. */
export const tagsOf = (owner: "ticket" | "client", companyId: string, id: RawBuilder<unknown>) => {
  const table = sql.table(`${owner}_tag`);
  return sql<
    string | null
  >`case when (select exists (select from ${table} x where x.company_id = ${companyId})) then
    nullif(array_to_string(array(select x.tag_id from ${table} x
      where x.company_id = ${companyId} and ${sql.ref(`x.${owner}_id`)} = ${id} order by x.tag_id), ','), '') end`;
};

export const readTags = (written: string): string[] => written.split(",");

/** The tags of clients, by client. */
export async function tagsOfClients({ db, companyId }: Scope, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("client_tag")
    .select("client_id")
    .select(({ fn }) => fn<string[]>("array_agg", ["tag_id"]).as("tags"))
    .where("company_id", "=", companyId)
    .where("client_id", "in", ids)
    .groupBy("client_id")
    .execute();
  return new Map(rows.map(({ client_id, tags }) => [client_id, tags.toSorted()]));
}

/** Leaves out the few deleted and merged tickets, which it finds by their indexes. */
export async function countUses(scope: Scope): Promise<TagUses> {
  const hidden = scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where((eb) => eb.or([eb("deleted_on", "is not", null), eb("merged_into", "is not", null)]));
  const tickets = await withDeleted(scope, async () =>
    countOf(await usesIn(scope, "ticket_tag").where("ticket_id", "not in", hidden).execute()),
  );
  const clients = countOf(await usesIn(scope, "client_tag").execute());
  const ids = new Set([...tickets.keys(), ...clients.keys()]);
  return [...ids].map((tagid) => ({
    tagid,
    tickets: tickets.get(tagid) ?? 0,
    clients: clients.get(tagid) ?? 0,
  }));
}

const usesIn = ({ db, companyId }: Scope, table: "ticket_tag" | "client_tag") =>
  db
    .selectFrom(table)
    .select("tag_id")
    .select(({ fn }) => fn.countAll<string>().as("uses"))
    .where("company_id", "=", companyId)
    .groupBy("tag_id");

function countOf(rows: { tag_id: string; uses: string }[]): Map<string, number> {
  return new Map(rows.map(({ tag_id, uses }) => [tag_id, Number(uses)]));
}

export async function findTag(scope: Scope, id: string): Promise<TagRow> {
  const tag = await selectTags(scope).where("id", "=", id).executeTakeFirst();
  if (!tag) throw unknownTag();
  return tag;
}

export const unknownTag = () => new Refusal(404, "not_found", "tag_unknown");
