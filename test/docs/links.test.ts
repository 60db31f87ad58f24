/** Links between the pages lead somewhere, and the files that they name exist. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const inRoot = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === "node_modules" || name === "dist" });
/** The guide's links are keys of its own contents. */
const pages = inRoot("**/*.md").filter((page) => !page.startsWith("console/guide/"));
const read = (page: string) => readFileSync(join(root, page), "utf8");

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const anchorsOf = (page: string) =>
  new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading)));

test("each link of the decisions leads to a file, and to a heading in it", () => {
  expect(pages.length).toBeGreaterThan(50);
  const faults = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
      ([link, path = "", anchor]) => {
        const target = path ? resolve(root, dirname(page), path) : join(root, page);
        if (!existsSync(target)) return [`${page}: ${link} leads nowhere`];
        if (anchor === undefined || anchorsOf(readFileSync(target, "utf8")).has(anchor)) return [];
        return [`${page}: ${link}: no such heading`];
      },
    ),
  );
  expect(faults).toEqual([]);
});

/** Names of examples that the guides add. */
const examples = /sms|mark-spam/;

test("each source file that a page names exists", () => {
  const files = inRoot(
    "{contract,server,console,simulator,widget,test,scripts,deploy}/**/*.{ts,tsx,mjs,js,sql,css}",
  );
  const exists = (name: string) =>
    existsSync(join(root, name)) || files.some((file) => file === name || file.endsWith(`/${name}`));
  const faults = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|js|sql))`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !examples.test(name) && !exists(name))
      .map((name) => `${page}: there is no ${name}`),
  );
  expect(faults).toEqual([]);
});
