/** Response goals: the time in which an agent is to answer a client and to solve a ticket. */
import { z } from "zod";
import { goalCondition, storedCondition } from "./conditions/shape.ts";
import { goalLimits } from "./goal-limits.ts";
import { goalNames } from "./goal-words.ts";
import { priorities } from "./priorities.ts";
import { timestamp, uuid } from "./values.ts";

const minutes = z
  .number()
  .int()
  .min(1, "a goal takes at least one minute")
  .max(goalLimits.minutes, "a goal takes at most 30 days");

/** The minutes by priority; null is without a goal. */
const ofPriority = z.strictObject(
  Object.fromEntries(priorities.map((name) => [name, minutes.nullable()])) as Record<
    (typeof priorities)[number],
    z.ZodNullable<typeof minutes>
  >,
);
export const goalTargets = z.strictObject(
  Object.fromEntries(goalNames.map((name) => [name, ofPriority])) as Record<
    (typeof goalNames)[number],
    typeof ofPriority
  >,
);
export type GoalTargets = z.infer<typeof goalTargets>;

const settings = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(goalLimits.name)
    .regex(/^[^\n\r\t]*$/),
  /** The tickets that it is for; of several policies the first one holds. */
  condition: goalCondition,
  targets: goalTargets.refine(
    (targets) => goalNames.some((goal) => Object.values(targets[goal]).some((one) => one !== null)),
    "a policy has one goal at least",
  ),
  /** Only the time counts in which the ticket's department is open. */
  in_hours: z.boolean(),
  /** The time to solve does not count from an agent's message until the client's next one. */
  pauses: z.boolean(),
};
export const createGoalPolicy = z.strictObject(settings);
export type GoalSettings = z.output<typeof createGoalPolicy>;
export type EnteredGoalPolicy = z.input<typeof createGoalPolicy>;

export const byGoalPolicy = z.object({ policyid: uuid });
export const updateGoalPolicy = createGoalPolicy.extend({ policyid: uuid });
export type UpdateGoalPolicy = z.output<typeof updateGoalPolicy>;
export const orderGoalPolicies = z.object({ policyids: z.array(uuid).max(goalLimits.perCompany) });

export const goalPolicy = z.object({
  policyid: uuid,
  name: z.string(),
  condition: storedCondition,
  targets: goalTargets,
  in_hours: z.boolean(),
  pauses: z.boolean(),
  /** The things that its condition names. `gone`: it was deleted. */
  refers: z.array(z.object({ id: z.string(), name: z.string().nullable(), gone: z.boolean() })),
  changed_on: timestamp,
  /** The clocks that ended within 30 days, and those of them that were late. */
  ended: z.number().int().nonnegative(),
  missed: z.number().int().nonnegative(),
});
export type GoalPolicy = z.infer<typeof goalPolicy>;

/** Policies stand in the order in which they are asked. `time_zone`: the wall clock of dates. */
export const goalPolicyList = z.object({
  policies: z.array(goalPolicy).max(goalLimits.perCompany),
  time_zone: z.string(),
  /** Open tickets are being dated anew. */
  redating: z.boolean(),
});
export type GoalPolicyList = z.infer<typeof goalPolicyList>;

/**
 * The policy is tried on the tickets that came within 30 days, by the present hours. `missed` is sorted by the time
 * of the miss, the newest first; `tickets` were judged, `chosen` of them by the condition.
 */
export const triedGoalPolicy = z.object({
  tickets: z.number().int().nonnegative(),
  chosen: z.number().int().nonnegative(),
  met: z.number().int().nonnegative(),
  missed: z.number().int().nonnegative(),
  listed: z
    .array(
      z.object({
        ticketid: uuid,
        short_id: z.string(),
        client_name: z.string(),
        department_name: z.string(),
        goal: z.enum(goalNames),
        began_on: timestamp,
        due_on: timestamp,
        /** Null: it has not ended. */
        ended_on: timestamp.nullable(),
      }),
    )
    .max(goalLimits.listed),
});
export type TriedGoalPolicy = z.infer<typeof triedGoalPolicy>;

const stretch = z.object({ from: timestamp, to: timestamp });
/** One run of a goal's clock. */
const goalClock = z.object({
  goal: z.enum(goalNames),
  policy_name: z.string(),
  in_hours: z.boolean(),
  minutes: z.number().int().positive(),
  began_on: timestamp,
  /** Null while it runs. */
  ended_on: timestamp.nullable(),
  /** Null while it pauses, and where the opening hours have no such moment. */
  due_on: timestamp.nullable(),
  /** Since when it pauses. */
  paused_on: timestamp.nullable(),
  missed: z.boolean(),
  /** Minutes that have counted. */
  counted: z.number().int().nonnegative(),
  /** The stretches that counted and those that paused, in order; between them it was closed. The oldest days are left out where there are too many. */
  counts: z.array(stretch).max(goalLimits.days * 12),
  pauses: z.array(stretch).max(goalLimits.pauses),
});
export type GoalClock = z.infer<typeof goalClock>;
/** The newest first. `time_zone`: of the hours that count. */
export const ticketGoals = z.object({
  clocks: z.array(goalClock).max(goalLimits.spans),
  time_zone: z.string(),
});
export type TicketGoals = z.infer<typeof ticketGoals>;
