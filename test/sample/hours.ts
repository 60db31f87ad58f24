import type { OpeningHours } from "@parley/contract/open-days";
import type { Scope } from "../../server/src/floor/database/scope.ts";
import { changeCompanyHours, changeDepartmentHours } from "../../server/src/support/hours/change.ts";

const span = (from: string, to: string) => ({ from, to, next_day: false });
const workday = [span("08:30", "18:00")];

const harbour: OpeningHours = {
  time_zone: "Europe/Oslo",
  days: [workday, workday, workday, workday, workday, [span("10:00", "14:00")], []],
  exceptions: [
    { date: "2026-05-17", yearly: true, name: "Constitution Day", spans: [] },
    { date: "2026-12-24", yearly: true, name: "Christmas Eve", spans: [span("08:30", "12:00")] },
    { date: "2026-12-25", yearly: true, name: "Christmas", spans: [] },
  ],
};
const lunch = [span("09:00", "12:00"), span("13:00", "16:30")];

/** The company's hours, and shorter ones of the refunds department. */
export async function plantHours(scope: Scope, refunds: string): Promise<void> {
  await changeCompanyHours(scope, harbour);
  await changeDepartmentHours(scope, refunds, {
    ...harbour,
    days: [lunch, lunch, lunch, lunch, lunch, [], []],
  });
}
