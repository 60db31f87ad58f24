import { faultOf } from "@parley/contract/conditions/check";
import { compile } from "@parley/contract/conditions/evaluate";
import { fields, fieldsFor, operatorsOf } from "@parley/contract/conditions/fields";
import type { Condition, Leaf } from "@parley/contract/conditions/tree";
import { expect, test } from "vitest";
import { agents, ticketOf } from "../../../sample/build.ts";
import { changePart, firstLeaf, isComplete, toCondition, toGroup, withOperator } from "./editing.ts";

const mine: Leaf = { field: "handler", operator: "is", value: "me" };
const failed: Leaf = { field: "failed", operator: "is", value: true };
const reading = { viewer: agents.mira.id, zone: "UTC" };

test("a condition that is opened and saved unchanged means the same", () => {
  const conditions: Condition[] = [
    mine,
    { not: mine },
    { not: { not: mine } },
    { all: [mine, { any: [failed, mine] }] },
    { not: { all: [mine, failed] } },
    { any: [{ not: { any: [mine, failed] } }] },
    { all: [] },
    { any: [] },
  ];
  const tickets = [agents.mira.id, null].flatMap((userid) =>
    [true as const, undefined].map((failed) => ticketOf(agents.mira, { userid, ...(failed && { failed }) })),
  );
  const answers = (condition: Condition) => tickets.map((ticket) => compile(condition, reading)(ticket, 0));
  for (const condition of conditions)
    expect(answers(toCondition(toGroup(condition)))).toEqual(answers(condition));
});

test("a part is changed and removed wherever it stands", () => {
  const group = toGroup({ all: [mine, { any: [failed] }] });
  const inner = group.parts[1];
  if (!inner || "leaf" in inner) throw new Error("The second part is a group");
  const [row] = inner.parts;
  const changed = changePart(group, row?.id ?? "", (part) => ({ ...part, leaf: mine }));
  expect(toCondition(changed)).toEqual({ all: [mine, { any: [mine] }] });
  expect(toCondition(changePart(group, inner.id, () => null))).toEqual({ all: [mine] });
});

test("every field begins with an operator of its type, and asks for a value where there is none to begin with", () => {
  for (const name of fieldsFor("view")) {
    const leaf = firstLeaf(name, "view");
    const empty = leaf.value === "" || (Array.isArray(leaf.value) && leaf.value.length === 0);
    expect([name, faultOf(leaf, "view") === null]).toEqual([name, !empty]);
    for (const operator of operatorsOf[fields[name].type])
      expect(withOperator(leaf, fields[name], operator, "view").operator).toBe(operator);
  }
});

test("a value is kept where another operator takes it too", () => {
  const listed = withOperator(mine, fields.handler, "one_of", "view");
  expect(listed).toEqual({ field: "handler", operator: "one_of", value: ["me"] });
  expect(withOperator(listed, fields.handler, "is", "view")).toEqual(mine);
  const high: Leaf = { field: "priority", operator: "at_least", value: "high" };
  const several = withOperator(high, fields.priority, "one_of", "view");
  expect(several.value).toEqual(["high"]);
  expect(withOperator(several, fields.priority, "at_most", "view").value).toBe("high");
});

test("a condition is complete when each leaf has a value", () => {
  expect(isComplete({ all: [mine] }, "view")).toBe(true);
  expect(isComplete({ all: [mine, { field: "subject", operator: "contains", value: "" }] }, "view")).toBe(
    false,
  );
});
