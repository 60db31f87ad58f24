import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { version } = read("package.json") as { version: string };

test("each workspace and each language's label carry the root's version", () => {
  const workspaces = globSync("{contract,server,console,simulator,widget,sdk,test}/package.json", {
    cwd: root,
  });
  expect(workspaces).toHaveLength(7);
  expect(workspaces.filter((file) => read(file).version !== version)).toEqual([]);
  const languages = globSync("console/src/i18n/first-load/*.json", { cwd: root });
  expect(languages).toHaveLength(8);
  expect(languages.filter((file) => read(file).signIn.version !== `Parley ${version} beta`)).toEqual([]);
});
