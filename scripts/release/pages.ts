/** The pages of a release lead to what it holds: a link to anything else becomes its words. */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const link = /\[([^\]]+)\]\(([^)#\s]+)(?:#[^)]*)?\)/g;

export function trimLinks(folder: string): void {
  for (const name of pagesOf(folder)) {
    const page = join(folder, name);
    const text = readFileSync(page, "utf8");
    const kept = text.replaceAll(link, (whole, words: string, target: string) =>
      isDead(page, target) ? words : whole,
    );
    if (kept !== text) writeFileSync(page, kept);
  }
}

/** Page and target of each link that leads nowhere. */
export function deadLinks(folder: string): string[] {
  return pagesOf(folder).flatMap((name) => {
    const page = join(folder, name);
    const targets = [...readFileSync(page, "utf8").matchAll(link)].map(([, , target = ""]) => target);
    return targets.filter((target) => isDead(page, target)).map((target) => `${name}: ${target}`);
  });
}

const pagesOf = (folder: string) => globSync("docs/**/*.md", { cwd: folder }).sort();

const isDead = (page: string, target: string) =>
  !/^[a-z]+:/.test(target) && !existsSync(join(dirname(page), target));
