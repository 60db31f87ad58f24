import { expect, test } from "vitest";
import { type Lock, packagesToRun } from "./packages.ts";

const lock: Lock = {
  "": { dependencies: { vite: "1" } },
  server: {
    dependencies: { pg: "1", debug: "4" },
    optionalDependencies: { "postgres-linux": "1", "postgres-mac": "1" },
  },
  console: { dependencies: { react: "19" } },
  "node_modules/@parley/server": { link: true, resolved: "server" },
  "node_modules/@parley/console": { link: true, resolved: "console" },
  "node_modules/pg": {
    dependencies: { ms: "1", "@types/node": "1" },
    peerDependencies: { native: "1", typescript: "5" },
    peerDependenciesMeta: { typescript: { optional: true } },
  },
  "node_modules/pg/node_modules/ms": { version: "1" },
  "node_modules/debug": { dependencies: { ms: "2", pg: "1" } },
  "node_modules/ms": { version: "2" },
  "node_modules/native": {},
  "node_modules/typescript": {},
  "node_modules/@types/node": {},
  "node_modules/postgres-linux": { optional: true },
  "node_modules/react": {},
  "node_modules/vite": {},
};

test("the packages to run are those of the server, in the versions it resolves, without the pages' and without types", () => {
  expect(packagesToRun(lock, ["server"])).toEqual([
    "node_modules/@parley/server",
    "node_modules/debug",
    "node_modules/ms",
    "node_modules/native",
    "node_modules/pg",
    "node_modules/pg/node_modules/ms",
    "node_modules/postgres-linux",
  ]);
});

test("a needed package that the lockfile lacks is named", () => {
  const torn = { ...lock };
  delete torn["node_modules/native"];
  expect(() => packagesToRun(torn, ["server"])).toThrow("native, which node_modules/pg needs");
});
