/** Changes of opening hours by administrators. */
import { type OpeningHours, type Span, weekdays } from "@parley/contract/open-days";
import type { HoursAnswer } from "@parley/contract/opening-hours";
import type { Scope } from "../../floor/database/scope.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockDepartment } from "../../people/departments/change.ts";
import { readHours, viewHours, writeHours } from "./rows.ts";
import { writeSpans } from "./spans.ts";

/** Sets the company's hours; null removes them, and the company is open at all times. */
export async function changeCompanyHours(scope: Scope, to: OpeningHours | null): Promise<HoursAnswer> {
  const { name } = await scope.db
    .selectFrom("company")
    .select("name")
    .where("company_id", "=", scope.companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const changes = await change(scope, null, to);
  if (changes)
    await record(scope, { kind: "company_hours", subject: scope.companyId, name, facts: {}, changes });
  return viewHours(scope);
}

/** Sets a department's own hours; null gives it the company's. 404 for an unknown department. */
export async function changeDepartmentHours(
  scope: Scope,
  id: string,
  to: OpeningHours | null,
): Promise<HoursAnswer> {
  const { name } = await lockDepartment(scope, id);
  const changes = await change(scope, id, to);
  if (changes) await record(scope, { kind: "department_hours", subject: id, name, facts: {}, changes });
  return viewHours(scope);
}

/** Null when nothing changes. The caller holds the lock of the company or the department. */
async function change(scope: Scope, departmentId: string | null, to: OpeningHours | null) {
  const before = await readHours(scope, departmentId);
  const changes = changesBetween(audited(before), audited(to));
  if (Object.keys(changes).length === 0) return null;
  await writeHours(scope, departmentId, to);
  await writeSpans(scope, departmentId, to);
  return changes;
}

/** The hours by field, as the audit log shows them. A closed day is null. */
function audited(hours: OpeningHours | null): Record<string, string | null> {
  const list = (spans: Span[] = []) => spans.map(({ from, to }) => `${from}–${to}`).join(", ") || null;
  const days = weekdays.map((day, index) => [day, list(hours?.days[index])]);
  const exceptions = hours?.exceptions.map((one) =>
    [one.yearly ? one.date.slice(5) : one.date, one.name, list(one.spans) ?? "×"].filter(Boolean).join(" "),
  );
  return {
    opening_hours_zone: hours?.time_zone ?? null,
    ...Object.fromEntries(days),
    opening_hours_exceptions: exceptions?.join("; ") || null,
  };
}
