import { z } from "zod";
import { uuid } from "./values.ts";

export const department = z.object({ departmentid: uuid, department_name: z.string() });
export type Department = z.infer<typeof department>;

/** Figures by department name. `averageRating` is from 1 to 3, null without ratings. */
export const departmentStatistics = z.object({
  averageRating: z.number().nullable(),
  /** Disabled agents are not counted. */
  agentCount: z.number().int().nonnegative(),
  ticketsCount: z.number().int().nonnegative(),
  /** Tickets that no agent has accepted. */
  pendingCount: z.number().int().nonnegative(),
  /** Tickets that are not closed. */
  openCount: z.number().int().nonnegative(),
});
export type DepartmentStatistics = z.infer<typeof departmentStatistics>;

export const departmentOverview = z.object({
  departments: z.array(department),
  statistics: z.record(z.string(), departmentStatistics),
});
export type DepartmentOverview = z.infer<typeof departmentOverview>;

const name = z.string().trim().min(1).max(100);
export const createDepartment = z.object({ department_name: name });
export const renameDepartment = z.object({ departmentid: uuid, department_name: name });
export const deleteDepartment = z.object({ departmentid: uuid });
