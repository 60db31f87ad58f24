/** Finds the packages that the server needs to run, by the lockfile. */
import { posix } from "node:path";

export type LockedPackage = {
  version?: string;
  /** A workspace; `resolved` is its folder. */
  link?: boolean;
  resolved?: string;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lock = Record<string, LockedPackage>;

/**
 * The paths below the root of all that the workspaces need at run time and of the links that lead to them, sorted. Packages of types alone are left out.
 */
export function packagesToRun(lock: Lock, workspaces: readonly string[]): string[] {
  const links = Object.keys(lock).filter(
    (path) => lock[path]?.link && workspaces.includes(lock[path].resolved ?? ""),
  );
  const found = new Set(links);
  const open = [...workspaces];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const { name, required } of needsOf(lock[from])) {
      const path = resolve(lock, from, name);
      if (path === null && required) throw new Error(`${name}, which ${from} needs, is not in the lockfile`);
      if (path === null || found.has(path)) continue;
      found.add(path);
      const { link, resolved } = lock[path] ?? {};
      open.push(link && resolved ? resolved : path);
    }
  }
  return [...found].sort();
}

function needsOf(entry: LockedPackage = {}): { name: string; required: boolean }[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const optional = Object.keys(optionalDependencies);
  const required = [...Object.keys(dependencies), ...peers].filter((name) => !optional.includes(name));
  return [
    ...required.map((name) => ({ name, required: true })),
    ...optional.map((name) => ({ name, required: false })),
  ].filter(({ name }) => !name.startsWith("@types/"));
}

/** Resolves as Node does: beside the package, then upwards. */
function resolve(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, "node_modules", name);
    if (lock[path]) return path;
    if (folder === ".") return null;
  }
}
