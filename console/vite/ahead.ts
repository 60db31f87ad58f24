/**
 * Every workspace loads the same after its first render: one script, `ahead`, and one of texts for each language. The
 * script has the parts of `preloadedPart` and `optionalPart`, and all that they import.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { normalizePath } from "vite";

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

const source = join(import.meta.dirname, "../src");
const declared = join("ui", "lazy-part.ts");
const start = /\b(?:preloaded|optional)Part(?:<\w+>)?\(/g;
const call = new RegExp(
  `${start.source}\\s*async \\(\\) => \\(await import\\("(\\.[^"]+)"\\)\\)\\.\\w+((?:,\\s*"\\w+")*),?\\s*\\)`,
  "g",
);
/** Every list of tickets counts its views. */
const counting = normalizePath(join(source, "features/tickets/views/counting.ts"));

/** The groups of `codeSplitting`. Their priority is above that of any group whose modules these parts import. */
export function aheadGroups(priority: number) {
  const { parts, areas } = findParts();
  let all: Set<string> | null = null;
  return [
    {
      name: (id: string, graph: Graph) => {
        all ??= reach(parts, graph);
        return all.has(id) ? "ahead" : null;
      },
      priority,
    },
    {
      name: (id: string) => {
        const [, area = "", language = ""] = /[\\/]i18n[\\/](\w+)[\\/](\w+)\.json$/.exec(id) ?? [];
        return areas.has(area) ? `ahead-${language}` : null;
      },
      priority,
    },
  ];
}

/** The modules of the parts, and the areas of texts that they load. Throws where a call is written in another way. */
function findParts() {
  const parts = new Set([counting]);
  const areas = new Set<string>();
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name) || name.includes(".test.") || name === declared) continue;
    const text = readFileSync(join(source, name), "utf8");
    const calls = [...text.matchAll(call)];
    if (calls.length !== [...text.matchAll(start)].length) {
      throw new Error(
        `${name} has a part to load ahead that is not written as async () => (await import("…")).Name`,
      );
    }
    for (const [, path = "", texts = ""] of calls) {
      parts.add(normalizePath(join(source, dirname(name), path)));
      for (const [, area = ""] of texts.matchAll(/"(\w+)"/g)) areas.add(area);
    }
  }
  return { parts, areas };
}

function reach(parts: Set<string>, graph: Graph): Set<string> {
  const all = new Set(parts);
  for (const id of all) {
    const found = graph.getModuleInfo(id);
    if (!found) throw new Error(`${id} is not in the console`);
    for (const imported of found.importedIds) all.add(imported);
  }
  return all;
}
