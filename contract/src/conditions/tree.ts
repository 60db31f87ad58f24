/**
 * Conditions on tickets: a tree of `all`, `any` and `not` over leaves. Views, searches and rules use this one tree.
 * Free of zod, as the console evaluates it.
 */
export const operators = [
  "is",
  "one_of",
  "none_of",
  "at_least",
  "at_most",
  "before",
  "from",
  "longer_ago",
  "within",
  "ends_within",
  "contains",
] as const;
export type Operator = (typeof operators)[number];

/** The value is a list. */
export const namesSeveral = (operator: Operator): boolean => operator === "one_of" || operator === "none_of";

/** Words beside the ids of agents: the reader, and that there is no handler. */
export const me = "me";
export const nobody = "nobody";
/** The word beside dates. */
export const today = "today";

/** The words for a deadline that has passed, and for none. */
export const deadlineWords = ["overdue", "none"] as const;

export const durationUnits = ["minute", "hour", "day"] as const;
/** A day has 24 hours. */
export type Duration = { amount: number; unit: (typeof durationUnits)[number] };

export type Value = string | string[] | boolean | number | Duration;

/** A stored leaf may name a field that is gone, so the name is any text. */
export type Leaf = { field: string; operator: Operator; value: Value };

/** An empty `all` holds for every ticket, an empty `any` for none. */
export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Leaf;

export const isLeaf = (condition: Condition): condition is Leaf => "field" in condition;

/** The conditions that a condition joins. */
export function partsOf(condition: Condition): Condition[] {
  if ("all" in condition) return condition.all;
  if ("any" in condition) return condition.any;
  return "not" in condition ? [condition.not] : [];
}

/** Leaves with their places: `[1, 0]` is the first part of the second part. */
export function leavesOf(condition: Condition, place: number[] = []): { leaf: Leaf; place: number[] }[] {
  if (isLeaf(condition)) return [{ leaf: condition, place }];
  return partsOf(condition).flatMap((part, at) => leavesOf(part, [...place, at]));
}
