/** A policy as the editor holds it: its parts may be unfinished. */
import type { Condition } from "@parley/contract/conditions/tree";
import { goalLimits } from "@parley/contract/goal-limits";
import { type GoalName, goalNames } from "@parley/contract/goal-words";
import type { EnteredGoalPolicy, GoalPolicy, GoalTargets } from "@parley/contract/goals";
import { type Priority, priorities } from "@parley/contract/priorities";
import { type Group, isComplete, toCondition, toGroup } from "../../tickets/views/editing.ts";

/** The texts that were typed. */
export type Minutes = Record<GoalName, Record<Priority, string>>;
export type Draft = { name: string; group: Group; minutes: Minutes; inHours: boolean; pauses: boolean };
export type Settings = Omit<EnteredGoalPolicy, "condition"> & { condition: Condition };
export type Fault = "name" | "condition" | "targets" | "minutes";

const each = <Value>(of: (goal: GoalName, priority: Priority) => Value) =>
  Object.fromEntries(
    goalNames.map((goal) => [
      goal,
      Object.fromEntries(priorities.map((priority) => [priority, of(goal, priority)])),
    ]),
  ) as Record<GoalName, Record<Priority, Value>>;

export const newDraft = (): Draft => ({
  ...{ name: "", group: toGroup({ all: [] }), minutes: each(() => ""), inHours: true, pauses: true },
});

export const draftOf = ({ name, condition, targets, in_hours, pauses }: GoalPolicy): Draft => ({
  ...{ name, group: toGroup(condition), inHours: in_hours, pauses },
  minutes: each((goal, priority) => String(targets[goal][priority] ?? "")),
});

/** Null for an empty text; NaN for one that is no whole number. */
const read = (text: string): number | null => {
  if (text.trim() === "") return null;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
};

export const isWrong = (text: string): boolean => {
  const minutes = read(text);
  return minutes !== null && !(minutes >= 1 && minutes <= goalLimits.minutes);
};

export const entered = ({ name, group, minutes, inHours, pauses }: Draft): Settings => ({
  ...{ name: name.trim(), condition: toCondition(group), in_hours: inHours, pauses },
  targets: each((goal, priority) => read(minutes[goal][priority])) satisfies GoalTargets,
});

export function faultsOf({ name, group, minutes }: Draft): Fault[] {
  const texts = goalNames.flatMap((goal) => Object.values(minutes[goal]));
  return [
    ...(name.trim() === "" ? (["name"] as const) : []),
    ...(isComplete(toCondition(group), "goal") ? [] : (["condition"] as const)),
    ...(texts.every((text) => text.trim() === "") ? (["targets"] as const) : []),
    ...(texts.some(isWrong) ? (["minutes"] as const) : []),
  ];
}
