/** Views, as their agents and those who share them change them. */
import { viewLimits } from "@parley/contract/conditions/condition-limits";
import { reasonOf } from "@parley/contract/reasons";
import type { CreateView, UpdateView, View, ViewAudience } from "@parley/contract/views";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, notFound } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { checkFields } from "../conditions/reading.ts";
import { audienceOf, findView, mayChange, unknownView, type ViewRow, viewView } from "./rows.ts";

/** 403 for an audience that the agent may not share with, 409 when there are the most views. */
export async function createView(scope: Scope<AgentActor>, entered: CreateView): Promise<View> {
  const { name, condition, sort, audience, departmentid } = entered;
  await checkFields(scope, condition);
  await lockViews(scope);
  const sharing = await shareWith(scope, audience, departmentid);
  await checkRoom(scope, audience);
  const view = await scope.db
    .insertInto("view")
    .values({
      ...{ company_id: scope.companyId, name, condition, sort, ...sharing },
      ...{ created_by: scope.actor.id, created_on: scope.now },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const facts = { view: view.id, audience };
  await record(scope, { kind: "view_create", subject: scope.companyId, name, facts });
  return viewView(scope, view);
}

export async function updateView(scope: Scope<AgentActor>, entered: UpdateView): Promise<View> {
  if (entered.condition) await checkFields(scope, entered.condition);
  await lockViews(scope);
  const before = await findChangeable(scope, entered.viewid);
  const audience = entered.audience ?? audienceOf(before);
  const departmentid = entered.departmentid === undefined ? before.department_id : entered.departmentid;
  const moves =
    audience !== audienceOf(before) || (audience === "department" && departmentid !== before.department_id);
  if (moves && audience !== audienceOf(before)) await checkRoom(scope, audience);
  const view = await scope.db
    .updateTable("view")
    .set({
      name: entered.name ?? before.name,
      condition: entered.condition ?? before.condition,
      sort: entered.sort ?? before.sort,
      ...(moves && (await shareWith(scope, audience, departmentid))),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changes = changesBetween(audited(before), audited(view));
  const fields = Object.keys(changes);
  const own = audience === "own" && audienceOf(before) === "own";
  if (fields.length > 0)
    await record(scope, {
      kind: "view_update",
      subject: scope.companyId,
      name: before.name,
      facts: { view: view.id, audience: own ? "own" : "company", fields },
      changes,
    });
  return viewView(scope, view);
}

export async function deleteView(scope: Scope<AgentActor>, id: string): Promise<void> {
  await lockViews(scope);
  const view = await findChangeable(scope, id);
  await scope.db
    .deleteFrom("view")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", view.id)
    .execute();
  const facts = { view: view.id, audience: audienceOf(view) };
  await record(scope, { kind: "view_delete", subject: scope.companyId, name: view.name, facts });
}

/** Another agent's own view is answered as one that is not there. */
async function findChangeable(scope: Scope<AgentActor>, id: string): Promise<ViewRow> {
  const view = await findView(scope, id);
  if (mayChange(scope, view)) return view;
  throw view.owner_id ? unknownView() : forbidden("view_not_yours");
}

async function shareWith(
  scope: Scope<AgentActor>,
  audience: ViewAudience,
  departmentid: string | null | undefined,
) {
  const department_id = audience === "department" ? (departmentid ?? null) : null;
  const sharing = { owner_id: audience === "own" ? scope.actor.id : null, department_id };
  if (audience === "department" && !(await isDepartment(scope, department_id))) throw notFound();
  if (!mayChange(scope, sharing)) throw forbidden("view_sharing");
  return sharing;
}

async function isDepartment({ db, companyId }: Scope, id: string | null): Promise<boolean> {
  if (!id) return false;
  const department = await db
    .selectFrom("department")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_on", "is", null)
    .executeTakeFirst();
  return department !== undefined;
}

async function checkRoom({ db, companyId, actor }: Scope<AgentActor>, audience: ViewAudience): Promise<void> {
  const max = audience === "own" ? viewLimits.perAgent : viewLimits.shared;
  const { count } = await db
    .selectFrom("view")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", companyId)
    .where("owner_id", audience === "own" ? "=" : "is", audience === "own" ? actor.id : null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= max) throw conflict("conflict", reasonOf("views_full", { max }));
}

/** Serialises changes, so that two at once cannot both be the last that fits. */
async function lockViews({ db, companyId }: Scope): Promise<void> {
  await db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", companyId)
    .forNoKeyUpdate()
    .execute();
}

const audited = (view: ViewRow) => ({
  name: view.name,
  condition: JSON.stringify(view.condition),
  sort: view.sort,
  audience: audienceOf(view),
  department: view.department_id,
});
