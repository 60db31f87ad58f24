/** The things that conditions name, with the names that they have now. */
import { customFieldOf } from "@parley/contract/conditions/custom-fields";
import { fieldOf, type Referred } from "@parley/contract/conditions/fields";
import { type Condition, leavesOf, me, nobody } from "@parley/contract/conditions/tree";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";

export type NamedIn = { kind: Referred | "field" | "bubble" | "webhook"; id: string };
/** `gone`: it was deleted. */
export type Named = { id: string; name: string | null; gone: boolean };

export function referredIn(condition: Condition): NamedIn[] {
  const found = leavesOf(condition).flatMap(({ leaf: { field, value } }): NamedIn[] => {
    const custom = customFieldOf(field);
    const own: NamedIn[] = custom ? [{ kind: "field", id: custom.id }] : [];
    const kind = fieldOf(field)?.refers;
    if (!kind) return own;
    const ids = [value].flat().map((id) => String(id).toLowerCase());
    return [...own, ...ids.filter((id) => id !== me && id !== nobody).map((id) => ({ kind, id }))];
  });
  return distinct(found);
}

export const distinct = (named: NamedIn[]): NamedIn[] => [
  ...new Map(named.map((one) => [one.id, one])).values(),
];

export const nameIn =
  (named: Map<string, Named>) =>
  ({ id }: NamedIn): Named =>
    named.get(id) ?? { id, name: null, gone: true };

/** Deleted things keep their names. An agent who left is still a handler. */
export async function nameReferred({ db, companyId }: Scope, all: NamedIn[]): Promise<Map<string, Named>> {
  if (all.length === 0) return new Map();
  const of = (kind: NamedIn["kind"]) => all.filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows } = await sql<Named>`
    select id, name, deleted_on is not null as gone from tag
      where company_id = ${companyId} and id = any(${of("tag")}::uuid[])
    union all select id, name, deleted_on is not null from department
      where company_id = ${companyId} and id = any(${of("department")}::uuid[])
    union all select id, name, removed_on is not null from channel
      where company_id = ${companyId} and id = any(${of("channel")}::uuid[])
    union all select id, name, deleted_on is not null from field
      where company_id = ${companyId} and id = any(${of("field")}::uuid[])
    union all select id, name, deleted_on is not null from organisation
      where company_id = ${companyId} and id = any(${of("organisation")}::uuid[])
    union all select id, name, false from shared_bubble
      where company_id = ${companyId} and id = any(${of("bubble")}::uuid[])
    union all select id, name, removed_on is not null from webhook
      where company_id = ${companyId} and id = any(${of("webhook")}::uuid[])
    union all select (c ->> 'choiceid')::uuid, c ->> 'name', deleted_on is not null
      from field, jsonb_array_elements(choices) c
      where company_id = ${companyId} and c ->> 'choiceid' = any(${of("choice")}::text[])
    union all select id, first_name || ' ' || last_name, false from agent
      where company_id = ${companyId} and id = any(${of("agent")}::uuid[])`.execute(db);
  return new Map(rows.map((one) => [one.id, one]));
}
