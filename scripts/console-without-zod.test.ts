/** The console takes paths, types and lists from the contract, never its schemas: zod is in no script of its. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { transformSync } from "@swc/core";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** The imports that remain once a file's types are removed, including dynamic ones. */
const imports = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

function importsOf(file: string): string[] {
  const { code } = transformSync(readFileSync(file, "utf8"), {
    filename: file,
    jsc: { target: "es2022", parser: { syntax: "typescript", tsx: file.endsWith(".tsx") } },
  });
  return [...code.matchAll(imports)].map(([, name = ""]) => name);
}

/** The packages that a script reaches, each with the file that imports it. */
function packagesOf(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set([join(root, entry)]);
  for (const file of seen) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const name of importsOf(file)) {
      const contract = /^@parley\/contract\/(.+)$/.exec(name)?.[1];
      const path = contract ? join(root, "contract/src", `${contract}.ts`) : join(dirname(file), name);
      if (!contract && !name.startsWith(".")) packages.set(name, file.slice(root.length + 1));
      else if (existsSync(path)) seen.add(path);
    }
  }
  return packages;
}

test("the console imports no zod", () => {
  expect(packagesOf("console/src/main.tsx").get("zod")).toBeUndefined();
});

test("the search follows the console's script into its pages and the contract", () => {
  const packages = packagesOf("console/src/main.tsx");
  expect([...packages.keys()]).toEqual(expect.arrayContaining(["react", "socket.io-client"]));
  expect(packages.size).toBeGreaterThan(15);
});

test("the search notices an imported schema", () => {
  expect(packagesOf("contract/src/tickets.ts").has("zod")).toBe(true);
});
