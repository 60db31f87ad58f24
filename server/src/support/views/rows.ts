import { customFieldOf } from "@parley/contract/conditions/custom-fields";
import { fieldOf, type Referred } from "@parley/contract/conditions/fields";
import { leavesOf, me, nobody } from "@parley/contract/conditions/tree";
import { seesDepartment } from "@parley/contract/permissions";
import type { View, ViewAudience, ViewList } from "@parley/contract/views";
import { type Selectable, sql } from "kysely";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { ViewTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";

export type ViewRow = Selectable<ViewTable>;
type MadeView = ViewRow & { first_name: string; last_name: string; disabled_on: Date | null };

export const unknownView = () => new Refusal(404, "not_found", "view_unknown");

export function audienceOf({
  owner_id,
  department_id,
}: Pick<ViewRow, "owner_id" | "department_id">): ViewAudience {
  if (owner_id) return "own";
  return department_id ? "department" : "company";
}

/** An agent's own views, those of the departments they see, and the company's. */
export function selectViews({ db, companyId, actor }: Scope<ProgramActor>) {
  const { departments } = actor;
  return db
    .selectFrom("view")
    .selectAll("view")
    .where("view.company_id", "=", companyId)
    .where((eb) =>
      eb.or([
        eb("view.owner_id", "=", actor.id),
        eb.and([
          eb("view.owner_id", "is", null),
          departments === "all"
            ? eb.lit(true)
            : eb.or([eb("view.department_id", "is", null), eb("view.department_id", "in", departments)]),
        ]),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("department")
            .select("department.id")
            .whereRef("department.company_id", "=", "view.company_id")
            .whereRef("department.id", "=", "view.department_id")
            .where("department.deleted_on", "is not", null),
        ),
      ),
    );
}

const withMaker = (views: ReturnType<typeof selectViews>) =>
  views
    .innerJoin("agent as maker", (join) =>
      join.onRef("maker.company_id", "=", "view.company_id").onRef("maker.id", "=", "view.created_by"),
    )
    .select(["maker.first_name", "maker.last_name", "maker.disabled_on"]);

export async function listViews(scope: Scope<AgentActor>): Promise<ViewList> {
  const rows = await withMaker(selectViews(scope)).orderBy(sql`fold(view.name)`).orderBy("view.id").execute();
  const [views, order, time_zone] = [
    await shapeViews(scope, rows),
    await ownOrder(scope),
    await companyTimeZone(scope),
  ];
  return { views, order, time_zone };
}

async function ownOrder({ db, companyId, actor }: Scope): Promise<string[]> {
  const row = await db
    .selectFrom("view_order")
    .select("keys")
    .where("company_id", "=", companyId)
    .where("agent_id", "=", actor.id)
    .executeTakeFirst();
  return row?.keys ?? [];
}

/** Any view of the company: it holds no ticket, so that its address can be sent. */
export async function findView({ db, companyId }: Scope, id: string): Promise<ViewRow> {
  const view = await db
    .selectFrom("view")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!view) throw unknownView();
  return view;
}

export async function viewView(scope: Scope<AgentActor>, row: ViewRow): Promise<View> {
  const maker = await scope.db
    .selectFrom("agent")
    .select(["first_name", "last_name", "disabled_on"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", row.created_by)
    .executeTakeFirstOrThrow();
  const [view] = await shapeViews(scope, [{ ...row, ...maker }]);
  if (!view) throw new Error("A row makes a view");
  return view;
}

export function mayChange(
  { actor }: Scope<AgentActor>,
  row: Pick<ViewRow, "owner_id" | "department_id">,
): boolean {
  if (row.owner_id) return row.owner_id === actor.id;
  if (!row.department_id) return actor.abilities.has("manageSettings");
  return actor.abilities.has("manageTickets") && seesDepartment(actor, row.department_id);
}

async function shapeViews(scope: Scope<AgentActor>, rows: MadeView[]): Promise<View[]> {
  const named = await nameReferred(scope, rows);
  return rows.map((row) => ({
    viewid: row.id,
    name: row.name,
    condition: row.condition,
    sort: row.sort,
    audience: audienceOf(row),
    departmentid: row.department_id,
    maker: { userid: row.created_by, name: agentName(row), left: row.disabled_on !== null },
    may_change: mayChange(scope, row),
    refers: idsOf(row).map(({ id }) => named.get(id) ?? { id, name: null, gone: true }),
  }));
}

type NamedIn = { kind: Referred | "field"; id: string };

function idsOf({ condition }: Pick<ViewRow, "condition">): NamedIn[] {
  const found = leavesOf(condition).flatMap(({ leaf: { field, value } }): NamedIn[] => {
    const custom = customFieldOf(field);
    const own: NamedIn[] = custom ? [{ kind: "field", id: custom.id }] : [];
    const kind = fieldOf(field)?.refers;
    if (!kind) return own;
    const ids = [value].flat().map((id) => String(id).toLowerCase());
    return [...own, ...ids.filter((id) => id !== me && id !== nobody).map((id) => ({ kind, id }))];
  });
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

type Named = { id: string; name: string | null; gone: boolean };

/** The names of what the leaves of all views name, of deleted ones too. An agent who left is still a handler. */
async function nameReferred({ db, companyId }: Scope, rows: ViewRow[]): Promise<Map<string, Named>> {
  const all = rows.flatMap(idsOf);
  if (all.length === 0) return new Map();
  const of = (kind: NamedIn["kind"]) => all.filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows: named } = await sql<Named>`
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
    union all select (c ->> 'choiceid')::uuid, c ->> 'name', deleted_on is not null
      from field, jsonb_array_elements(choices) c
      where company_id = ${companyId} and c ->> 'choiceid' = any(${of("choice")}::text[])
    union all select id, first_name || ' ' || last_name, false from agent
      where company_id = ${companyId} and id = any(${of("agent")}::uuid[])`.execute(db);
  return new Map(named.map((one) => [one.id, one]));
}
