import { seesDepartment } from "@parley/contract/permissions";
import type { View, ViewAudience, ViewList } from "@parley/contract/views";
import { type Selectable, sql } from "kysely";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { ViewTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { nameIn, nameReferred, referredIn } from "../conditions/referred.ts";

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
  const named = await nameReferred(
    scope,
    rows.flatMap(({ condition }) => referredIn(condition)),
  );
  return rows.map((row) => ({
    viewid: row.id,
    name: row.name,
    condition: row.condition,
    sort: row.sort,
    audience: audienceOf(row),
    departmentid: row.department_id,
    maker: { userid: row.created_by, name: agentName(row), left: row.disabled_on !== null },
    may_change: mayChange(scope, row),
    refers: referredIn(row.condition).map(nameIn(named)),
  }));
}
