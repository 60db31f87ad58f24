import { afterEach, expect, test } from "vitest";
import { mutantsOfRules, withQuestions } from "./rule-mutants.ts";

afterEach(() => {
  globalThis.isLeftOut = () => false;
});

/** Each clause with the answer of `rule` without it, which is a JavaScript function. */
function answersOf(rule: string, ...values: unknown[]): [string, unknown][] {
  const run = new Function(`return (${withQuestions("rule.ts", rule).replace(/;$/, "")})`)();
  const mutants = mutantsOfRules("rule.ts", rule);
  return mutants.map(({ clause, text }) => {
    globalThis.isLeftOut = (id) => id === text;
    return [clause, run(...values)];
  });
}

test("each operand of `&&` becomes true, of `||` false", () => {
  expect(answersOf("(é, b, c) => é && (b || c)", false, true, false)).toEqual([
    ["&& é", true],
    ["&& b || c", false],
    ["|| b", false],
    ["|| c", false],
  ]);
  expect(answersOf("(a, b, c) => a && (b || c)", true, true, false)).toEqual([
    ["&& a", true],
    ["&& b || c", true],
    ["|| b", false],
    ["|| c", true],
  ]);
});

test("each condition of a query is left out, and keeps those within it", () => {
  expect(
    answersOf("(all) => all.filter((n) => n > 1 && n < 9).filter((n) => n !== 5).map(String)", [1, 5, 7, 9]),
  ).toEqual([
    [".filter((n) => n !== 5)", ["5", "7"]],
    [".filter((n) => n > 1 && n < 9)", ["1", "7", "9"]],
    ["&& n > 1", ["1", "7"]],
    ["&& n < 9", ["7", "9"]],
  ]);
});

test("what only refuses does not", () => {
  expect(
    answersOf('function f(a) { if (!a) return null; if (a > 1) throw Error("no"); return a; }', 0),
  ).toEqual([
    ["if (!a)", 0],
    ["if (a > 1)", null],
  ]);
});

test("a statement that only checks is left out, and the `else` behind it stays", () => {
  const rule = "function f(checkIt, a) { if (a) checkIt(); else return 2; return 1; }";
  const refuse = () => {
    throw new Error("refused");
  };
  expect(answersOf(rule, refuse, true)).toEqual([["checkIt();", 1]]);
  expect(answersOf(rule, refuse, false)).toEqual([["checkIt();", 2]]);
});

test("equal clauses are told apart by their number", () => {
  const clauses = mutantsOfRules("rule.ts", "f(a && b, b && a);").map(({ clause }) => clause);
  expect(clauses).toEqual(["&& a", "&& b", "&& b (2)", "&& a (2)"]);
});
