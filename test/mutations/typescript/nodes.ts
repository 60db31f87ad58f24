/** Nodes of a TypeScript file's tree. */
import { parseAst } from "vitest/node";

export type Node = { type: string; start: number; end: number; [field: string]: unknown };

export const readFileNodes = (text: string): Node[] => [...nodesIn(parseAst(text, { lang: "ts" }))];

function* nodesIn(tree: unknown): Generator<Node> {
  if (typeof tree !== "object" || tree === null) return;
  if (isNode(tree)) yield tree;
  for (const value of Object.values(tree)) yield* nodesIn(value);
}

const isNode = (tree: object): tree is Node =>
  "type" in tree && typeof tree.type === "string" && "start" in tree && "end" in tree;
