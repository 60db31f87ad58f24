/**
 * Draws which folders import which, and fails where they form a circle at any level, or where a district of the server
 * or an area of the console imports one above it. A folder is the directory a file is in; a file directly in `src` stands for itself. `import type`
 * counts: what a folder must know of another to compile ties them as much as what it calls. Tests, samples and fixtures
 * are left out.
 */
import { join } from "node:path";
import { cruise, type IModule } from "dependency-cruiser";
import { platforms } from "../contract/src/platforms.ts";

/** The order of districts and areas: a folder imports itself and the folders before it. */
const orders = {
  "server/src": [
    ...["source-folder.ts", "floor", "work", "files", "http", "mail", "people", "sign-in", "support"],
    ...["channels", "programs", "decide", "app", "operate", "cli.ts", "main.ts"],
  ],
  "server/src/channels": ["seam", "accounts", "inbound", "outbound", ...platforms, "routes.ts"],
  "console/src/features": [
    ...["session", "unsaved", "channels"],
    ...["tickets", "chat", "people", "account", "admin"],
  ],
};
const checked = ["console/src", "server/src"];

type Import = { from: string; to: string };
/** Each folder has the folders it imports, each of them with its imports by file. */
type Graph = Map<string, Map<string, Import[]>>;

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  for (const source of checked) {
    const imports = await readImports(root, source);
    const rooms = folderGraph(imports, source);
    const ups = Object.entries(orders).flatMap(([folder, order]) => findArrowsUp(imports, folder, order));
    const faults = [...describeCircles(imports, source), ...ups];
    console.log(`${source}: ${rooms.size} folders, ${faults.length} faults\n${drawFloors(rooms)}`);
    if (faults.length === 0) continue;
    console.log(faults.join("\n"));
    process.exitCode = 1;
  }
}

/** Reads every import between two files of `source`, including dynamic imports and types. */
export async function readImports(root: string, source: string): Promise<Import[]> {
  const { output } = await cruise(
    [source],
    {
      baseDir: root,
      // TypeScript 7 has no compiler API.
      parser: "swc",
      doNotFollow: `^(?!${source}/)`,
      exclude: "\\.(test|fixture|setup)\\.tsx?$|/sample/|\\.(json|css)$",
    },
    { extensions: [".ts", ".tsx"] },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser answered with a report");
  const imports = output.modules
    .filter((module: IModule) => module.source.startsWith(`${source}/`))
    .flatMap((module: IModule) => module.dependencies.map((one) => ({ ...one, from: module.source })));
  const unresolved = imports.filter(
    ({ couldNotResolve, module }) => couldNotResolve && module.startsWith("."),
  );
  if (unresolved.length > 0) {
    throw new Error(
      unresolved.map(({ from, module }) => `${from} imports ${module}, which is not there`).join("\n"),
    );
  }
  return imports
    .filter(({ resolved }) => resolved.startsWith(`${source}/`))
    .map(({ from, resolved }) => ({ from, to: resolved }));
}

export function folderGraph(imports: Import[], source: string): Graph {
  const graph: Graph = new Map();
  for (const one of imports) draw(graph, folderOf(one.from, source), folderOf(one.to, source), one);
  return graph;
}

function draw(graph: Graph, from: string, to: string, one: Import): void {
  const arrowsOf = (folder: string) => {
    const arrows = graph.get(folder) ?? new Map<string, Import[]>();
    graph.set(folder, arrows);
    return arrows;
  };
  const arrows = arrowsOf(from);
  arrowsOf(to);
  if (from !== to) arrows.set(to, [...(arrows.get(to) ?? []), one]);
}

/**
 * The folders of each folder, by its path below `source`, and what they import of one another. Its own files together
 * are ".", and those directly in `src` stand for themselves.
 */
export function levelGraphs(imports: Import[], source: string): Map<string, Graph> {
  const levels = new Map<string, Graph>();
  for (const one of imports) {
    const [from, to] = [one.from, one.to].map((file) => file.slice(source.length + 1).split("/"));
    if (!from || !to) continue;
    const shared = from.findIndex((part, depth) => part !== to[depth] || depth === from.length - 1);
    const depth = Math.min(shared, to.length - 1);
    const nodeOf = (path: string[]) => (depth > 0 && path.length - 1 === depth ? "." : (path[depth] ?? ""));
    const level = from.slice(0, depth).join("/");
    const graph = levels.get(level) ?? new Map();
    levels.set(level, graph);
    draw(graph, nodeOf(from), nodeOf(to), one);
  }
  return levels;
}

function describeCircles(imports: Import[], source: string): string[] {
  return [...levelGraphs(imports, source)].flatMap(([level, graph]) =>
    findCircles(graph).map((circle) => `In ${join(source, level)}: ${describeCircle(graph, circle)}`),
  );
}

/** A line for each import of a folder that stands later in the order, and for each folder without a place in it. */
export function findArrowsUp(all: Import[], source: string, order: string[]): string[] {
  const imports = all.filter(({ from, to }) => [from, to].every((file) => file.startsWith(`${source}/`)));
  const partOf = (file: string) => file.slice(source.length + 1).split("/")[0] ?? "";
  const placed = new Map(order.map((part, place) => [part, place]));
  const named = new Set(imports.flatMap(({ from, to }) => [from, to].map(partOf)));
  return [
    ...[...named].filter((one) => !placed.has(one)).map((one) => `${one} has no place in ${source}`),
    ...imports
      .filter(({ from, to }) => (placed.get(partOf(from)) ?? 0) < (placed.get(partOf(to)) ?? 0))
      .map(({ from, to }) => `${partOf(from)} stands below ${partOf(to)}: ${from} imports ${to}`),
  ];
}

function folderOf(file: string, source: string): string {
  const path = file.slice(source.length + 1).replace(/^features\//, "");
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : path;
}

/** Groups of folders that reach each other (Tarjan's strongly connected components of two or more). */
export function findCircles(graph: Graph): string[][] {
  return components(graph).filter(({ length }) => length > 1);
}

/** The components in import order: each one stands after all that it reaches. */
function components(graph: Graph): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (folder: string) => {
    const at = index.size;
    index.set(folder, at);
    low.set(folder, at);
    stack.push(folder);
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(folder, Math.min(low.get(folder) ?? at, low.get(next) ?? at));
    }
    if (low.get(folder) === at) found.push(stack.splice(stack.indexOf(folder)).sort());
  };
  for (const folder of [...graph.keys()].sort()) if (!index.has(folder)) visit(folder);
  return found;
}

/** A line per folder, the ground first; a folder stands one floor above the highest that it imports. */
export function drawFloors(graph: Graph): string {
  const floors = new Map<string, number>();
  const lines: string[] = [];
  for (const group of components(graph)) {
    const below = group
      .flatMap((folder) => [...(graph.get(folder)?.keys() ?? [])])
      .filter((one) => !group.includes(one));
    const floor = Math.max(-1, ...below.map((folder) => floors.get(folder) ?? 0)) + 1;
    for (const folder of group) floors.set(folder, floor);
  }
  const highest = Math.max(0, ...floors.values());
  for (let floor = 0; floor <= highest; floor++) {
    for (const [folder] of [...floors].filter(([, its]) => its === floor).sort()) {
      const imported = [...(graph.get(folder)?.keys() ?? [])].sort();
      lines.push(`  ${floor}  ${folder}${imported.length > 0 ? ` -> ${imported.join(", ")}` : ""}`);
    }
  }
  return lines.join("\n");
}

function describeCircle(graph: Graph, circle: string[]): string {
  const imports = circle.flatMap((folder) =>
    [...(graph.get(folder) ?? [])].filter(([to]) => circle.includes(to)).flatMap(([, imports]) => imports),
  );
  return `Circle of ${circle.join(", ")}:\n${imports.map(({ from, to }) => `  ${from} -> ${to}`).join("\n")}`;
}
