/** A condition as the editor changes it: groups that hold leaves and groups, each with an id of its own on screen. */
import { excessOf, faultOf } from "@parley/contract/conditions/check";
import {
  choicesFor,
  type Field,
  type FieldName,
  fieldOf,
  operatorsOf,
  type Use,
} from "@parley/contract/conditions/fields";
import {
  type Condition,
  deadlineWords,
  isLeaf,
  type Leaf,
  leavesOf,
  me,
  namesSeveral,
  type Operator,
  today,
  type Value,
} from "@parley/contract/conditions/tree";
import { newId } from "../../../ui/new-id.ts";

export const groupKinds = ["all", "any", "none", "not_all"] as const;
export type GroupKind = (typeof groupKinds)[number];
export type Row = { id: string; leaf: Leaf };
export type Group = { id: string; kind: GroupKind; parts: Part[] };
export type Part = Row | Group;

export const isRow = (part: Part): part is Row => "leaf" in part;

const rowOf = (leaf: Leaf): Row => ({ id: newId(), leaf });
const firstFields: Record<Use, FieldName> = {
  view: "handler",
  search: "handler",
  rule: "tags",
  client: "client_tags",
  goal: "tags",
};
export const newRow = (use: Use): Row => rowOf(firstLeaf(firstFields[use], use));
export const newGroup = (use: Use): Group => ({ id: newId(), kind: "any", parts: [newRow(use)] });

export function toGroup(condition: Condition): Group {
  if (isLeaf(condition)) return groupOf("all", [condition]);
  if ("all" in condition) return groupOf("all", condition.all);
  if ("any" in condition) return groupOf("any", condition.any);
  const { not } = condition;
  if (isLeaf(not)) return groupOf("none", [not]);
  if ("not" in not) return toGroup(not.not);
  return "all" in not ? groupOf("not_all", not.all) : groupOf("none", not.any);
}

const groupOf = (kind: GroupKind, parts: Condition[]): Group => ({
  id: newId(),
  kind,
  parts: parts.map((part) => (isLeaf(part) ? rowOf(part) : toGroup(part))),
});

export function toCondition({ kind, parts }: Group): Condition {
  const inner = parts.map((part) => (isRow(part) ? part.leaf : toCondition(part)));
  if (kind === "all") return { all: inner };
  if (kind === "any") return { any: inner };
  return { not: kind === "none" ? { any: inner } : { all: inner } };
}

/** The group with the part of this id changed, or without it where `change` answers null. */
export function changePart(group: Group, id: string, change: (part: Part) => Part | null): Group {
  return {
    ...group,
    parts: group.parts.flatMap((part) => {
      if (part.id === id) return change(part) ?? [];
      return isRow(part) ? part : changePart(part, id, change);
    }),
  };
}

/** True if it can be saved: every leaf has a value that fits, and there are not too many. */
export function isComplete(condition: Condition, use: Use): boolean {
  if (excessOf(condition)) return false;
  return leavesOf(condition).every(({ leaf }) => faultOf(leaf, use) === null);
}

/** Asks for one of the fields that may be asked for. */
export function firstLeaf(name: string, use: Use): Leaf {
  const field = fieldOf(name);
  if (!field) throw new Error(`There is no field ${name}`);
  const [operator] = operatorsOf[field.type];
  return { field: name, operator, value: firstValue(field, operator, use) };
}

/** A value is kept where it fits the operator as well. */
export function withOperator(leaf: Leaf, field: Field, operator: Operator, use: Use): Leaf {
  const changed = { ...leaf, operator };
  if (faultOf(changed, use) === null) return changed;
  const [first] = [leaf.value].flat();
  const listed = { ...changed, value: namesSeveral(operator) ? [String(first)] : String(first) };
  return faultOf(listed, use) === null ? listed : { ...changed, value: firstValue(field, operator, use) };
}

/** The words beside ids. A rule has no reader. */
export const wordsFor = ({ words = [] }: Field, use: Use): string[] =>
  words.filter((word) => use !== "rule" || word !== me);

function firstValue(field: Field, operator: Operator, use: Use): Value {
  switch (field.type) {
    case "choice":
    case "rank":
      return namesSeveral(operator) ? [] : (choicesFor(field, use)[0] ?? "");
    case "reference":
      return operator === "is" ? (wordsFor(field, use)[0] ?? "") : [];
    case "references":
      return [];
    case "yes_no":
      return true;
    case "number":
    case "decimal":
      return 1;
    case "date":
      return today;
    case "time":
      return operator === "before" || operator === "from" ? "" : { amount: 2, unit: "hour" };
    case "deadline":
      return operator === "is" ? deadlineWords[0] : { amount: 30, unit: "minute" };
    case "text":
      return "";
  }
}
