import type { KyselyPlugin, QueryId, RootOperationNode } from "kysely";
import type { Context } from "../../server/src/floor/context.ts";

/** A context in which the first matching statement takes effect, and its answer is lost with the connection. */
export function withLostConnection(context: Context, fits: (node: RootOperationNode) => boolean): Context {
  let lost: QueryId | undefined;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (!lost && fits(node)) lost = queryId;
      return node;
    },
    async transformResult({ result, queryId }) {
      if (queryId !== lost) return result;
      const text = "terminating connection due to administrator command";
      throw Object.assign(new Error(text), { code: "57P01" });
    },
  };
  return { ...context, database: context.database.withPlugin(plugin) };
}

export const isCommit = (node: RootOperationNode) =>
  node.kind === "RawNode" && node.sqlFragments.join("") === "commit";
