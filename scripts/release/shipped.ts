/** Names the packages that the archive, the image and the built pages hold, by the lockfile. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, packagesToRun } from "./packages.ts";

export type Locked = Lock[string] & { license?: string; integrity?: string };

export function readLock(root: string): Record<string, Locked> {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
}

/** Paths in the lockfile, in its order of names. */
export function packagesShipped(root: string, lock: Record<string, Locked>): string[] {
  const all = [...packagesToRun(lock, ["contract", "server"]), ...bundled(root, lock), ...nodes(lock)];
  return [...new Set(all)].filter((path) => !lock[path]?.link).sort();
}

/** The packages that carry Node. */
export function nodes(lock: Record<string, Locked>): string[] {
  return Object.keys(lock).filter((path) => /^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(path));
}

export const nameOf = (path: string) => path.replace(/^.*node_modules\//, "");

/**
 * The packages that the console's and the widget's own code imports, and what those need: they are bundled into
 * pages and scripts.
 */
function bundled(root: string, lock: Record<string, Locked>): string[] {
  return ["console", "widget"].flatMap((workspace) => {
    const known = Object.keys((lock[workspace] as { devDependencies?: object }).devDependencies ?? {});
    const code = globSync(`${workspace}/src/**/*.{ts,tsx,css}`, { cwd: root })
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .map((name) => readFileSync(join(root, name), "utf8"))
      .join("\n");
    const imported = known.filter((name) => new RegExp(`["']${name}(/[^"']*)?["']`).test(code));
    const dependencies = Object.fromEntries(imported.map((name) => [name, "*"]));
    return packagesToRun({ ...lock, [workspace]: { dependencies } }, [workspace]);
  });
}
