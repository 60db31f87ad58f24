import { expect, test } from "vitest";
import { faultOf } from "./check.ts";
import { conditionLimits } from "./condition-limits.ts";
import { fieldNames, fields, operatorsOf, type Use, uses } from "./fields.ts";
import { viewCondition } from "./shape.ts";
import type { Condition, Leaf } from "./tree.ts";

const leaf: Leaf = { field: "failed", operator: "is", value: true };
const refused = (value: unknown) =>
  viewCondition.safeParse(value).error?.issues.map(({ message }) => message);
const nested = (levels: number): Condition => (levels === 1 ? leaf : { not: nested(levels - 1) });
const wide = (leaves: number): Condition => ({ any: Array.from({ length: leaves }, () => leaf) });

test("a condition of the most levels and leaves is valid, and one more of either is refused by name", () => {
  expect(refused(nested(conditionLimits.depth))).toBeUndefined();
  expect(refused(wide(conditionLimits.leaves))).toBeUndefined();
  expect(refused(nested(20))).toEqual([`a condition is at most ${conditionLimits.depth} levels deep`]);
  const many = [`a condition has at most ${conditionLimits.leaves} leaves`];
  for (const leaves of [conditionLimits.leaves + 1, 500]) expect(refused(wide(leaves))).toEqual(many);
});

test("a condition of a hundred thousand levels is refused and breaks nothing", () => {
  const deep = `${'{"not":'.repeat(100_000)}{}${"}".repeat(100_000)}`;
  let value: unknown;
  try {
    value = JSON.parse(deep);
  } catch {
    // The parser of some runtimes refuses it first.
    return;
  }
  expect(refused(value)).toEqual([`a condition is at most ${conditionLimits.depth} levels deep`]);
});

test("a condition of another shape is refused", () => {
  for (const value of [
    null,
    "failed",
    [],
    {},
    { all: leaf },
    { not: [leaf] },
    { ...leaf, all: [] },
    { field: "failed" },
  ])
    expect(refused(value), JSON.stringify(value)).toBeDefined();
});

test("a view uses no field of closed tickets, and a rule none of a reader", () => {
  expect(faultOf({ field: "closed_on", operator: "before", value: "2026-01-01" }, "view")).toBe(
    "closed_on may be used in search and rule alone",
  );
  expect(faultOf({ field: "stage", operator: "is", value: "closed" }, "view")).toBe(
    "stage is has no such value",
  );
  expect(faultOf({ field: "stage", operator: "is", value: "closed" }, "search")).toBeNull();
  expect(faultOf({ field: "unread", operator: "at_least", value: 1 }, "rule")).toBe(
    "unread may be used in view and search alone",
  );
});

test("every field says where it may be used, and has the operators of its type alone", () => {
  for (const name of fieldNames) {
    const field: { uses: readonly Use[]; type: keyof typeof operatorsOf } = fields[name];
    expect(field.uses.length).toBeGreaterThan(0);
    for (const use of uses) {
      const fault = faultOf({ field: name, operator: operatorsOf[field.type][0], value: "\0" }, use);
      expect(Boolean(fault?.includes("may be used in")), `${name} in a ${use}`).toBe(
        !field.uses.includes(use),
      );
    }
  }
  expect(faultOf({ field: "failed", operator: "contains", value: "x" }, "view")).toBe(
    "failed has no operator contains, but is",
  );
  for (const field of ["colour", "constructor", "__proto__", ""])
    expect(faultOf({ field, operator: "is", value: "x" }, "view")).toBe(`there is no field ${field}`);
});

test("a value of another type, out of bounds or too long is refused", () => {
  const wrong: Leaf[] = [
    { field: "failed", operator: "is", value: "yes" },
    { field: "rating", operator: "at_least", value: 1.5 },
    { field: "rating", operator: "at_least", value: Number.MAX_SAFE_INTEGER },
    { field: "platform", operator: "is", value: "fax" },
    { field: "platform", operator: "is", value: ["email"] },
    { field: "platform", operator: "one_of", value: [] },
    { field: "handler", operator: "is", value: "somebody" },
    {
      field: "tags",
      operator: "one_of",
      value: Array.from({ length: conditionLimits.values + 1 }, () => crypto.randomUUID()),
    },
    { field: "department", operator: "is", value: "me" },
    { field: "subject", operator: "contains", value: " " },
    { field: "subject", operator: "contains", value: "x".repeat(conditionLimits.text + 1) },
    { field: "created_on", operator: "before", value: "2026-02-30" },
    { field: "created_on", operator: "before", value: "2026-02-03T25:00" },
    { field: "created_on", operator: "before", value: "yesterday" },
    { field: "created_on", operator: "longer_ago", value: "2026-02-03" },
    { field: "created_on", operator: "longer_ago", value: { amount: 0, unit: "hour" } },
    { field: "created_on", operator: "longer_ago", value: { amount: 1, unit: "year" as "day" } },
    {
      field: "created_on",
      operator: "longer_ago",
      value: { amount: conditionLimits.amount + 1, unit: "day" },
    },
  ];
  for (const one of wrong) expect(faultOf(one, "view"), JSON.stringify(one)).toMatch(/has no such value$/);
});
