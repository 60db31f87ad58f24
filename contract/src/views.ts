/** Views of open tickets, which agents keep for themselves or share. */

import { z } from "zod";
import { viewSorts } from "./built-in-views.ts";
import { viewLimits } from "./conditions/condition-limits.ts";
import { storedCondition, viewCondition } from "./conditions/shape.ts";
import { uuid } from "./values.ts";

/** The audience of a view: the agent who made it, a department, or the company. */
export const viewAudience = z.enum(["own", "department", "company"]);
export type ViewAudience = z.infer<typeof viewAudience>;

const name = z
  .string()
  .trim()
  .min(1)
  .max(viewLimits.name)
  .regex(/^[^\n\r\t]*$/);
const sort = z.enum(viewSorts);

export const view = z.object({
  viewid: uuid,
  name: z.string(),
  condition: storedCondition,
  sort,
  audience: viewAudience,
  /** The department, where the view is a department's. */
  departmentid: uuid.nullable(),
  /** The agent who made it. `left`: they have no account any more. */
  maker: z.object({ userid: uuid, name: z.string(), left: z.boolean() }),
  /** The caller may change and delete it. */
  may_change: z.boolean(),
  /** The things that its leaves name. `gone`: it was deleted, so that its leaf finds no ticket. */
  refers: z.array(z.object({ id: z.string(), name: z.string().nullable(), gone: z.boolean() })),
});
export type View = z.infer<typeof view>;

/** `order`: the keys of the views as the caller has put them. `time_zone`: the wall clock of dates. */
export const viewList = z.object({
  views: z.array(view),
  order: z.array(z.string()),
  time_zone: z.string(),
});
export type ViewList = z.infer<typeof viewList>;

/** The numbers, by the key of each view. */
export const viewCounts = z.record(z.string(), z.number().int().nonnegative());
export type ViewCounts = z.infer<typeof viewCounts>;

/** A department's view names the department; without one it is the maker's own. */
export const createView = z.object({
  name,
  condition: viewCondition,
  sort: sort.default("activity"),
  audience: viewAudience.default("own"),
  departmentid: uuid.nullish(),
});
export type CreateView = z.output<typeof createView>;
export type EnteredView = z.input<typeof createView>;

export const byView = z.object({ viewid: uuid });
/** Omitted fields stay unchanged. */
export const updateView = byView.extend({
  name: name.optional(),
  condition: viewCondition.optional(),
  sort: sort.optional(),
  audience: viewAudience.optional(),
  departmentid: uuid.nullish(),
});
export type UpdateView = z.output<typeof updateView>;

export const orderViews = z.object({ keys: z.array(z.string().min(1).max(36)).max(viewLimits.ordered) });
