/** Each platform has its pages: for operators, for administrators, in the table of commands and in the front door. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { platforms } from "@parley/contract/platforms";
import { expect, test } from "vitest";
import { channelModules } from "../../server/src/app/channels.ts";

const root = join(import.meta.dirname, "../..");
const read = (page: string) => readFileSync(join(root, page), "utf8");

test.each(platforms)("the platform %s has a page, and the README leads to it", (platform) => {
  expect(existsSync(join(root, `docs/channels/${platform}.md`))).toBe(true);
  expect(read("README.md")).toContain(`(docs/channels/${platform}.md)`);
});

test("the guide's table of services has a column for each platform", () => {
  const [, columns = ""] = /^\| \|(.+)\|$/m.exec(read("console/guide/en/channels.md")) ?? [];
  expect(columns.split("|")).toHaveLength(platforms.length);
});

test("each platform's settings and command stand in the operator's page", () => {
  const page = read("docs/operating.md");
  const wanted = channelModules.flatMap(({ platform, settings, connect }) => [
    ...Object.keys(settings.shape),
    ...(connect.command ? [`${platform} connect`] : []),
  ]);
  expect(wanted.length).toBeGreaterThan(5);
  expect(wanted.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
