/** Calls are made by name: no other file talks to the server, and none writes a call's path. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { paths } from "@parley/contract/calls/paths";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith("sample/"))
  .map((path) => ({ path: relative(".", path), text: readFileSync(join(root, path), "utf8") }));

test("only the clients of the call table reach the network", () => {
  const reaching = sources
    .filter(({ text }) => /(?<![.\w])fetch\(|XMLHttpRequest|sendBeacon|EventSource/.test(text))
    .map(({ path }) => path);
  expect(reaching.sort()).toEqual([
    "api/client.ts",
    "api/download.ts",
    "api/upload.ts",
    // Files of the console itself.
    "service-worker/shell.ts",
    "service-worker/subscription.ts",
  ]);
});

test("no call's path is written out", () => {
  const known = Object.values(paths)
    .map((line) => line.split(" ")[1] ?? "")
    .map((path) => new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}(\\?.*)?$`));
  // Addresses of pages are in paths.ts; some equal those of calls.
  const others = sources.filter(({ path }) => path !== "paths.ts");
  const written = others.flatMap(({ path, text }) =>
    [...text.matchAll(/["`](\/[^"`\s]*)["`]/g)]
      .map(([, literal = ""]) => literal.replace(/\$\{[^}]*\}/g, "x"))
      .filter((literal) => known.some((pattern) => pattern.test(literal)))
      .map((literal) => `${path}: ${literal}`),
  );
  expect(written).toEqual([]);
});
