import type { Scope } from "../../floor/database/scope.ts";
import { openTimeBetween } from "./open.ts";
import { readHoursOf } from "./rows.ts";

/** Milliseconds since the given time in which the department was open; null where no hours are set. */
export async function openWait(scope: Scope, departmentId: string, since: Date): Promise<number | null> {
  const hours = await readHoursOf(scope, departmentId);
  return hours && openTimeBetween(hours, since, scope.now);
}
