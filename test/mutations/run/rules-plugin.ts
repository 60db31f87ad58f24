import { resolve } from "node:path";
import type { VitestPluginContext } from "vitest/node";
import { withQuestions } from "../typescript/rule-mutants.ts";

/** Lets tests load access rules whose clauses can be left out. Vitest keeps nothing of them in its cache. */
export function askingRules(paths: string[]) {
  const named = new Map(paths.map((path) => [resolve(path), path]));
  return {
    name: "parley:asking-rules",
    enforce: "pre" as const,
    configureVitest({ defineCacheKeyGenerator }: Pick<VitestPluginContext, "defineCacheKeyGenerator">) {
      defineCacheKeyGenerator(({ id }) => (named.has(id) ? false : undefined));
    },
    transform(code: string, id: string) {
      const path = named.get(id);
      return path === undefined ? undefined : { code: withQuestions(path, code), map: null };
    },
  };
}
