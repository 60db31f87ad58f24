/** A function as PostgreSQL's parser sees it: the trees of its statements and expressions, without their places. */
import parser from "@libpg-query/parser";
import { type Node, nodesIn } from "../../../scripts/migration-rules.ts";

/** `guard`: the condition of an `if` that only refuses. */
export type Tree = { root: Node; guard: boolean };

export async function readTrees(sql: string): Promise<Tree[]> {
  const whole = await parse(sql);
  const made = (whole.stmts as { stmt: { CreateFunctionStmt: Node } }[])[0]?.stmt.CreateFunctionStmt;
  const body = optionOf(made, "as");
  if (!body) return [{ root: whole, guard: false }];
  if (optionOf(made, "language") === "plpgsql") return treesOfBlock(sql);
  return [{ root: await parse(body), guard: false }];
}

/** The text of an option: the body, the language. */
function optionOf(made: Node | undefined, name: string): string | undefined {
  for (const [kind, option] of nodesIn(made?.options)) {
    if (kind !== "DefElem" || (option as Node).defname !== name) continue;
    for (const [of, value] of nodesIn(option)) if (of === "sval" && typeof value === "string") return value;
  }
  return undefined;
}

async function treesOfBlock(sql: string): Promise<Tree[]> {
  const block = await parser.parsePlPgSQL(sql);
  const guards = new Set<unknown>();
  const expressions: { query: string; parseMode: number }[] = [];
  for (const [kind, node] of nodesIn(block)) {
    if (kind === "PLpgSQL_stmt_if" && refuses(node as Node)) guards.add(expressionOf((node as Node).cond));
    if (kind === "PLpgSQL_expr") expressions.push(node as (typeof expressions)[number]);
  }
  return Promise.all(
    expressions.map(async (one) => ({
      root: await parse(one.parseMode === 0 ? one.query : `select ${assigned(one)}`),
      guard: guards.has(one),
    })),
  );
}

const expressionOf = (node: unknown) => (node as { PLpgSQL_expr: unknown }).PLpgSQL_expr;

function refuses({ then_body: body, else_body: other, elsif_list: more }: Node): boolean {
  const [first = {}] = body as Node[];
  const [kind = ""] = Object.keys(first);
  return ["PLpgSQL_stmt_return", "PLpgSQL_stmt_raise"].includes(kind) && !other && !more;
}

/** Modes from 3 on are assignments. */
const assigned = ({ query, parseMode }: { query: string; parseMode: number }): string =>
  parseMode < 3 ? query : query.slice(query.indexOf("=") + 1);

async function parse(sql: string): Promise<Node> {
  return withoutPlaces(await parser.parse(sql)) as Node;
}

function withoutPlaces(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(withoutPlaces);
  if (typeof tree !== "object" || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([name]) => !/(^|_)location$|^stmt_len$/.test(name))
      .map(([name, value]) => [name, withoutPlaces(value)]),
  );
}
