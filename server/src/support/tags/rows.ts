import type { Tag, TagList, TagUses } from "@parley/contract/tags";
import { type Selectable, sql } from "kysely";
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

/** Leaves out the few deleted tickets, which it finds by their index. */
export async function countUses(scope: Scope): Promise<TagUses> {
  const { db, companyId } = scope;
  const deleted = db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", companyId)
    .where("deleted_on", "is not", null);
  const rows = await withDeleted(scope, () =>
    db
      .selectFrom("ticket_tag")
      .select("tag_id as tagid")
      .select(({ fn }) => fn.countAll<string>().as("tickets"))
      .where("company_id", "=", companyId)
      .where("ticket_id", "not in", deleted)
      .groupBy("tag_id")
      .execute(),
  );
  return rows.map(({ tagid, tickets }) => ({ tagid, tickets: Number(tickets) }));
}

/** Serialises changes of the list; tickets may be opened meanwhile. */
export async function lockTags({ db, companyId }: Scope): Promise<void> {
  await db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", companyId)
    .forNoKeyUpdate()
    .execute();
}

export async function findTag(scope: Scope, id: string): Promise<TagRow> {
  const tag = await selectTags(scope).where("id", "=", id).executeTakeFirst();
  if (!tag) throw unknownTag();
  return tag;
}

export const unknownTag = () => new Refusal(404, "not_found", "tag_unknown");
