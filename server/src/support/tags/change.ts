/** The company's list of tags, as administrators change it, and agents while it is not closed. */
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { CreateTag, Tag, UpdateTag } from "@parley/contract/tags";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { findTag, isClosed, selectTags, type TagRow, viewTag } from "./rows.ts";

/** 403 for an agent when the list is closed, 409 for a name in use and when the company has the most it may. */
export async function createTag(scope: Scope<AgentActor>, { name, colour }: CreateTag): Promise<Tag> {
  await lockCompany(scope);
  if (!scope.actor.abilities.has("manageSettings") && (await isClosed(scope)))
    throw forbidden("tag_list_closed");
  await checkName(scope, name);
  await checkRoom(scope);
  const tag = await scope.db
    .insertInto("tag")
    .values({ company_id: scope.companyId, name, colour: colour ?? "grey", created_on: scope.now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(scope, { kind: "tag_create", subject: scope.companyId, name, facts: { tag: tag.id } });
  return viewTag(tag);
}

export async function updateTag(scope: Scope, { tagid, name, colour, archived }: UpdateTag): Promise<Tag> {
  await lockCompany(scope);
  const before = await findTag(scope, tagid);
  if (name !== undefined) await checkName(scope, name, tagid);
  const archivedOn = archived ? (before.archived_on ?? scope.now) : null;
  const tag = await write(scope, tagid, {
    name: name ?? before.name,
    colour: colour ?? before.colour,
    archived_on: archived === undefined ? before.archived_on : archivedOn,
  });
  const changes = changesBetween(audited(before), audited(tag));
  const fields = Object.keys(changes);
  if (fields.length > 0)
    await record(scope, {
      kind: "tag_update",
      subject: scope.companyId,
      name: before.name,
      facts: { tag: tagid, fields },
      changes,
    });
  return viewTag(tag);
}

export async function switchTagList(scope: Scope, closed: boolean): Promise<void> {
  await lockCompany(scope);
  const before = await isClosed(scope);
  if (before === closed) return;
  const { name } = await scope.db
    .updateTable("company")
    .set({ tags_closed: closed })
    .where("company_id", "=", scope.companyId)
    .returning("name")
    .executeTakeFirstOrThrow();
  const changes = changesBetween({ tags_closed: before }, { tags_closed: closed });
  const facts = { fields: Object.keys(changes) };
  await record(scope, { kind: "company_update", subject: scope.companyId, name, facts, changes });
}

export function write(
  scope: Scope,
  id: string,
  to: Partial<Pick<TagRow, "name" | "colour" | "archived_on" | "deleted_on">>,
): Promise<TagRow> {
  return scope.db
    .updateTable("tag")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const audited = ({ name, colour, archived_on }: TagRow) => ({ name, colour, archived: archived_on !== null });

async function checkName(scope: Scope, name: string, own?: string): Promise<void> {
  const same = await selectTags(scope)
    .where(sql<boolean>`fold(name) = fold(${name}::text)`)
    .executeTakeFirst();
  if (same && same.id !== own) throw conflict("conflict", reasonOf("tag_exists", { name: same.name }));
}

async function checkRoom(scope: Scope): Promise<void> {
  if ((await selectTags(scope).execute()).length < limits.tagsPerCompany) return;
  throw conflict("conflict", reasonOf("tags_full", { max: limits.tagsPerCompany }));
}
