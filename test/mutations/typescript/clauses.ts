/** Finds the clauses of a file of access rules. */
import { type Node, readFileNodes } from "./nodes.ts";

/** What stands in a clause's place when it is left out: a value, the query without the condition, or nothing. */
export type Clause = { text: string; start: number; end: number } & (
  | { instead: "true" | "false" | "nothing" }
  /** `object` is what the method is called of. */
  | { instead: "object"; object: { start: number; end: number } }
);

/** Methods that narrow what is found. */
const narrowing = new Set(["where", "whereRef", "on", "onRef", "filter"]);

/**
 * Each operand of `&&` and `||`, each condition of a query, each `filter`, each `if` that only refuses, and each
 * statement that only checks. A clause comes before those within it.
 */
export const clausesOf = (text: string): Clause[] =>
  readFileNodes(text).flatMap((node) => clausesIn(node, text));

function clausesIn(node: Node, text: string): Clause[] {
  if (node.type === "LogicalExpression") return operands(node, text);
  if (node.type === "CallExpression") {
    const { object, name } = methodOf(node);
    if (!object || !narrowing.has(name)) return [];
    const { start, end } = node;
    return [{ text: text.slice(object.end, end), start, end, instead: "object", object }];
  }
  if (node.type === "IfStatement" && refuses(node.consequent as Node)) {
    const { test } = node as Node & { test: Node };
    // Operands of `||` are clauses of their own.
    if (test.type === "LogicalExpression" && test.operator === "||") return [];
    const { start, end } = test;
    return [{ text: `if (${text.slice(start, end)})`, start, end, instead: "false" }];
  }
  if (node.type === "ExpressionStatement" && isCheck(node.expression as Node)) {
    const { start, end } = node;
    return [{ text: text.slice(start, end), start, end, instead: "nothing" }];
  }
  return [];
}

function operands(node: Node, text: string): Clause[] {
  const { left, right, operator } = node as Node & { left: Node; right: Node; operator: string };
  if (operator === "??") return [];
  const own = left.type === "LogicalExpression" && left.operator === operator ? [right] : [left, right];
  return own.map(({ start, end }) => ({
    text: `${operator} ${text.slice(start, end)}`,
    start,
    end,
    instead: operator === "&&" ? "true" : "false",
  }));
}

function methodOf({ callee }: Node): { object: Node | null; name: string } {
  const { type, object, property } = callee as Node & { object: Node; property: Node };
  return type === "MemberExpression" ? { object, name: String(property.name) } : { object: null, name: "" };
}

function refuses(statement: Node): boolean {
  if (statement.type === "ThrowStatement") return true;
  const { argument } = statement as Node & { argument: Node | null };
  return statement.type === "ReturnStatement" && ["null", "false"].includes(String(argument?.raw));
}

function isCheck(expression: Node): boolean {
  const call = expression.type === "AwaitExpression" ? (expression.argument as Node) : expression;
  const { callee } = call as Node & { callee?: Node };
  return (
    call.type === "CallExpression" && /^(check|access|require|end|forget)[A-Z]/.test(String(callee?.name))
  );
}
