import type { OpeningHours } from "@parley/contract/open-days";
import type { HoursAnswer } from "@parley/contract/opening-hours";
import type { Selectable } from "kysely";
import type { OpeningHoursTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { departmentNames } from "../../people/departments/pick.ts";
import { nextOpening } from "./open.ts";

type Row = Pick<Selectable<OpeningHoursTable>, "time_zone" | "days" | "exceptions">;

const hoursOf = ({ time_zone, days, exceptions }: Row) => ({ time_zone, days, exceptions }) as OpeningHours;

export async function viewHours(scope: Scope): Promise<HoursAnswer> {
  const byDepartment = await readAllHours(scope);
  const departments = [...(await departmentNames(scope))].map(([departmentid, department_name]) => ({
    departmentid,
    department_name,
    hours: byDepartment.get(departmentid) ?? null,
  }));
  const company = byDepartment.get(null) ?? null;
  const next_opening = company && (nextOpening(company, scope.now)?.toISOString() ?? null);
  return { time_zone: await companyTimeZone(scope), company, next_opening, departments };
}

/** A department's own hours or the company's (null); null when they are not set. */
export async function readHours(scope: Scope, departmentId: string | null): Promise<OpeningHours | null> {
  const row = await selectHours(scope)
    .where("department_id", departmentId === null ? "is" : "=", departmentId)
    .executeTakeFirst();
  return row ? hoursOf(row) : null;
}

/** The hours in force in a department: its own, else the company's; null when neither are set. */
export async function readHoursOf(scope: Scope, departmentId: string): Promise<OpeningHours | null> {
  const row = await selectHours(scope)
    .where((eb) => eb.or([eb("department_id", "=", departmentId), eb("department_id", "is", null)]))
    .orderBy("department_id", (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row ? hoursOf(row) : null;
}

/** True if the company or one of its departments has hours. */
export async function hasHours(scope: Scope): Promise<boolean> {
  return (await selectHours(scope).limit(1).executeTakeFirst()) !== undefined;
}

const selectHours = (scope: Scope) =>
  scope.db
    .selectFrom("opening_hours")
    .select(["department_id", "time_zone", "days", "exceptions"])
    .where("company_id", "=", scope.companyId);

/** The hours in force by department: its own, else the company's; null where neither is set. */
export async function readHoursInForce(scope: Scope): Promise<(departmentId: string) => OpeningHours | null> {
  const byDepartment = await readAllHours(scope);
  return (departmentId) => byDepartment.get(departmentId) ?? byDepartment.get(null) ?? null;
}

/** The hours by department; the company's under null. */
async function readAllHours(scope: Scope): Promise<Map<string | null, OpeningHours>> {
  const rows = await selectHours(scope).execute();
  return new Map(rows.map((row) => [row.department_id, hoursOf(row)]));
}

export async function writeHours(
  scope: Scope,
  departmentId: string | null,
  hours: OpeningHours | null,
): Promise<void> {
  const { db, companyId: company_id } = scope;
  if (!hours) {
    await db
      .deleteFrom("opening_hours")
      .where("company_id", "=", company_id)
      .where("department_id", departmentId === null ? "is" : "=", departmentId)
      .execute();
    return;
  }
  const { time_zone } = hours;
  const to = { time_zone, days: JSON.stringify(hours.days), exceptions: JSON.stringify(hours.exceptions) };
  await db
    .insertInto("opening_hours")
    .values({ company_id, department_id: departmentId, ...to })
    .onConflict((on) => on.columns(["company_id", "department_id"]).doUpdateSet(to))
    .execute();
}
