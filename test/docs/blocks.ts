/** The fenced blocks of the documentation. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `language` and `mark` are the two words after the fence; `line` is the fence's. */
export type Block = {
  page: string;
  line: number;
  language: string;
  mark: string;
  stays: boolean;
  text: string;
};

const root = join(import.meta.dirname, "..", "..");

/**
 * The pages that tell a person what to type. The guides for adding something to the code have examples that do not
 * exist.
 */
export const pages: readonly string[] = [
  ...[
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "simulator/README.md",
  ],
  ...globSync(["docs/*.md", "docs/operating/*.md", "docs/channels/*.md"], { cwd: root })
    .filter((page) => !page.startsWith("docs/adding-"))
    .sort(),
];

export const readPage = (page: string): string => readFileSync(join(root, page), "utf8");

/**
 * A block of commands that a script runs unchanged begins with ```` ```sh <mark> ````, where the mark names the script.
 * One that `stays` runs until it is stopped.
 */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [at, text] of readPage(page).split("\n").entries()) {
    const fence = /^ *```(.*)$/.exec(text);
    if (!fence) {
      if (open) open.text += `${text}\n`;
    } else if (open) {
      blocks.push(open);
      open = null;
    } else {
      const [language = "", mark = "", ...more] = (fence[1] ?? "").trim().split(/\s+/);
      open = { page, line: at + 1, language, mark, stays: more.includes("stays"), text: "" };
    }
  }
  return blocks;
}
