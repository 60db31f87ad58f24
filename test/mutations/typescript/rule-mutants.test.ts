import { expect, test } from "vitest";
import { mutantsOfRules } from "./rule-mutants.ts";

const mutantsIn = (text: string) =>
  mutantsOfRules("rules.ts", text).map(({ clause, text }) => [clause, text]);

test("each operand of `&&` becomes true, of `||` false", () => {
  expect(mutantsIn("const é = (x: Row) => x.a && (x.b || x.c) && x.d;")).toEqual([
    ["&& x.a", "const é = (x: Row) => true && (x.b || x.c) && x.d;"],
    ["&& x.b || x.c", "const é = (x: Row) => x.a && (true) && x.d;"],
    ["|| x.b", "const é = (x: Row) => x.a && (false || x.c) && x.d;"],
    ["|| x.c", "const é = (x: Row) => x.a && (x.b || false) && x.d;"],
    ["&& x.d", "const é = (x: Row) => x.a && (x.b || x.c) && true;"],
  ]);
});

test("each condition of a query is left out", () => {
  expect(mutantsIn('db.selectFrom("a").where("b", "=", c).where((eb) => eb.lit(true)).execute();')).toEqual([
    ['.where("b", "=", c)', 'db.selectFrom("a").where((eb) => eb.lit(true)).execute();'],
    [".where((eb) => eb.lit(true))", 'db.selectFrom("a").where("b", "=", c).execute();'],
  ]);
});

test("what only refuses does not", () => {
  expect(mutantsIn("if (!a) throw b();")).toEqual([["if (!a)", "if (false) throw b();"]]);
  expect(mutantsIn("function f() { if (!a) return null; if (c) return d; }")).toEqual([
    ["if (!a)", "function f() { if (false) return null; if (c) return d; }"],
  ]);
});

test("a statement that only checks is left out", () => {
  expect(mutantsIn("await checkAbility(a); await save(b);")).toEqual([
    ["await checkAbility(a);", "; await save(b);"],
  ]);
});
