import type { DepartmentOverview } from "@parley/contract/departments";
import { expect, test } from "vitest";
import { obstacle, without } from "./departments.ts";

const bookings = { departmentid: "1", department_name: "Bookings" };
const refunds = { departmentid: "2", department_name: "Refunds" };
const figures = { averageRating: null, agentCount: 0, ticketsCount: 0, pendingCount: 0, openCount: 0 };
const overview: DepartmentOverview = {
  departments: [bookings, refunds],
  statistics: {
    Bookings: { ...figures, agentCount: 1, pendingCount: 2, openCount: 2 },
    Refunds: { ...figures, pendingCount: 1, openCount: 1 },
  },
};

test("agents are named before tickets, and an empty department has no obstacle", () => {
  expect(obstacle(overview, bookings)).toBe("agents");
  expect(obstacle(overview, refunds)).toBe("tickets");
  expect(obstacle({ ...overview, statistics: {} }, refunds)).toBeNull();
});

test("a deleted department takes its figures with it", () => {
  expect(without(overview, refunds)).toEqual({
    departments: [bookings],
    statistics: { Bookings: overview.statistics.Bookings },
  });
});
