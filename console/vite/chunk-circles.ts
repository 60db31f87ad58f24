/** Fails the build when scripts import each other in a circle: then one runs before its dependency. */
import type { Plugin, Rollup } from "vite";

export function noChunkCircles(): Plugin {
  return {
    name: "parley:no-chunk-circles",
    apply: "build",
    generateBundle(_options, bundle) {
      const circle = findCircle(bundle);
      if (circle) this.error(`Scripts import each other in a circle: ${circle.join(" → ")}`);
    },
  };
}

function findCircle(bundle: Rollup.OutputBundle): string[] | null {
  const importsOf = (name: string) => {
    const output = bundle[name];
    return output?.type === "chunk" ? output.imports : [];
  };
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of importsOf(name)) {
      const circle = visit(next, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of Object.keys(bundle)) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return null;
}
