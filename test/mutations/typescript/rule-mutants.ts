/** Leaves clauses out of a file of access rules, one at a time. */
import { inOneLine, type Mutant, numbered } from "../mutant.ts";
import { type Node, readFileNodes } from "./nodes.ts";

type Cut = { clause: string; start: number; end: number; by: string };

/** Methods that narrow what is found. */
const narrowing = new Set(["where", "whereRef", "on", "onRef", "filter"]);

/**
 * One for each operand of `&&` and `||`, each `where` of a query, each `filter`, each `if` that only refuses, and each
 * statement that only checks.
 */
export function mutantsOfRules(path: string, text: string): Mutant[] {
  const cuts = readFileNodes(text)
    .flatMap((node) => cutsOf(node, text))
    .sort((a, b) => a.start - b.start);
  return numbered(
    cuts.map(({ clause, start, end, by }) => ({
      of: path,
      clause: inOneLine(clause),
      line: text.slice(0, start).split("\n").length,
      text: text.slice(0, start) + by + text.slice(end),
    })),
  );
}

function cutsOf(node: Node, text: string): Cut[] {
  const source = ({ start, end }: Node) => text.slice(start, end);
  if (node.type === "LogicalExpression") {
    const { left, right, operator } = node as Node & { left: Node; right: Node; operator: string };
    if (operator === "??") return [];
    const operands =
      left.type === "LogicalExpression" && left.operator === operator ? [right] : [left, right];
    return operands.map(({ start, end }) => ({
      clause: `${operator} ${text.slice(start, end)}`,
      start,
      end,
      by: operator === "&&" ? "true" : "false",
    }));
  }
  if (node.type === "CallExpression") {
    const { object, name } = methodOf(node);
    if (!object || !narrowing.has(name)) return [];
    return [{ clause: text.slice(object.end, node.end), start: object.end, end: node.end, by: "" }];
  }
  if (node.type === "IfStatement" && refuses(node.consequent as Node)) {
    const { test } = node as Node & { test: Node };
    // Operands of `||` are clauses of their own.
    if (test.type === "LogicalExpression" && test.operator === "||") return [];
    return [{ clause: `if (${source(test)})`, start: test.start, end: test.end, by: "false" }];
  }
  if (node.type === "ExpressionStatement" && isCheck(node.expression as Node))
    return [{ clause: source(node), start: node.start, end: node.end, by: ";" }];
  return [];
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
