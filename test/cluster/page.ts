/** The configuration that `docs/growing.md` tells an operator: the cluster is made of its examples. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "../docs/blocks.ts";

const page = "docs/growing.md";

/** The example with this beginning. */
export function documented(start: string): string {
  const found = blocksOf(page).find(({ text }) => text.startsWith(start));
  if (!found) throw new Error(`${page} has no example that begins with ${start}`);
  return found.text;
}

export const nginxConfig = (): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "docs", "nginx.conf"), "utf8");

/** The processes in the page's order, with their settings. */
export function documentedProcesses(): Record<string, string>[] {
  return documented("PARLEY_ROLE")
    .trim()
    .split("\n")
    .map((line) =>
      Object.fromEntries(
        [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
      ),
    );
}
