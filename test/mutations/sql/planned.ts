/**
 * The trees that a function must become, one for each clause that is left out. The surgery on the text is
 * compared with it, so that a clause which the surgery does not see, or cuts wrongly, fails.
 */
import type { Node } from "../../../scripts/migration-rules.ts";
import type { Tree } from "./trees.ts";

export type Kinds = { joins: boolean; guards: boolean };

/** The trees as one text. `(a, b) = (select …)` is the same with fewer columns. */
export const fingerprintOf = (trees: Tree[]): string =>
  JSON.stringify(
    trees.map(({ root }) => root),
    (name, value) => (name === "MultiAssignRef" ? "some of several" : value),
  );

export function plannedFrom(trees: Tree[], { joins, guards }: Kinds): string[] {
  const planned: string[] = [];
  /** Notes what the trees are while a part of them is another. */
  const note = (holder: Node, name: string, value: unknown) => {
    const kept = holder[name];
    holder[name] = value;
    planned.push(fingerprintOf(trees));
    holder[name] = kept;
  };
  const conditions = new Set(["whereClause", "agg_filter", ...(joins ? ["quals"] : [])]);
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (conditions.has(name)) eachOperand(node as Node, name, "AND_EXPR", true, note);
      if (name === "UpdateStmt") eachColumn(value, aliasOf(value), note);
      if (name === "InsertStmt" && value.onConflictClause?.targetList)
        eachColumn(value.onConflictClause, aliasOf(value), note);
      visit(value);
    }
  };
  for (const { root, guard } of trees) {
    visit(root);
    if (guard && guards) eachOperand(targetOf(root), "val", "OR_EXPR", false, note);
  }
  return planned;
}

type Note = (holder: Node, name: string, value: unknown) => void;

/** Each operand becomes what has no effect among the others. */
function eachOperand(holder: Node, name: string, operator: string, neutral: boolean, note: Note) {
  const literal = { A_Const: { boolval: neutral ? { boolval: true } : {} } };
  const { BoolExpr: all } = holder[name] as { BoolExpr?: { boolop: string; args: unknown[] } };
  if (all?.boolop !== operator) return note(holder, name, literal);
  for (const at of all.args.keys()) note(all as unknown as Node, "args", all.args.with(at, literal));
}

/** A column alone keeps its value. */
function eachColumn(holder: Node, alias: string, note: Note) {
  const targets = holder.targetList as { ResTarget: Node }[];
  const [{ ResTarget: only } = { ResTarget: {} }, ...others] = targets;
  if (others.length > 0) {
    for (const at of targets.keys()) note(holder, "targetList", targets.toSpliced(at, 1));
    return;
  }
  const fields = [{ String: { sval: alias } }, { String: { sval: only.name } }];
  note(only, "val", { ColumnRef: { fields } });
}

function aliasOf(statement: unknown): string {
  const { relation } = statement as { relation: { relname: string; alias?: { aliasname: string } } };
  return relation.alias?.aliasname ?? relation.relname;
}

/** The value of `select …`. */
function targetOf(root: Node): Node {
  const [{ stmt }] = root.stmts as [{ stmt: { SelectStmt: { targetList: [{ ResTarget: Node }] } } }];
  return stmt.SelectStmt.targetList[0].ResTarget;
}
