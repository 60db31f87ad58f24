/** The user guide as modules: `virtual:guide/<language>` exports its pages as HTML and as words to search. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";
import { type PageId, pages } from "../guide/contents.ts";

export const guideFolder = join(import.meta.dirname, "../guide");
const pictures = join(import.meta.dirname, "../../docs/pictures");
const prefix = "virtual:guide/";

export type GuidePage = { id: PageId; title: string; html: string; words: string };

/** The file of a picture that a page names, in its desktop version. */
export const pictureFile = (name: string, theme: "dark" | "light"): string =>
  join(pictures, `${name}-desk-${theme}.webp`);

/** Null where the language has no such page. `figure` writes a picture. */
export function readPage(
  language: string,
  id: PageId,
  figure: (name: string, text: string) => string,
): GuidePage | null {
  const file = join(guideFolder, language, `${id}.md`);
  if (!existsSync(file)) return null;
  const source = readFileSync(file, "utf8");
  const title = /^# (.+)$/m.exec(source)?.[1];
  if (!title) throw new Error(`${file} has no title`);
  const marked = new Marked({
    renderer: {
      paragraph({ tokens }) {
        const [only] = tokens;
        if (tokens.length !== 1 || only?.type !== "image") return false;
        const { href, text } = only as Tokens.Image;
        return figure(href, text);
      },
    },
  });
  const body = source.replace(/^# .+\n/, "");
  const html = marked.parse(body, { async: false });
  return { id, title, html, words: wordsOf(html) };
}

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ")
    .trim();

export function guide(): Plugin {
  return {
    name: "parley:guide",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const language = id.slice(prefix.length + 1);
      const imports = new Map<string, string>();
      const address = (file: string) => {
        const name = imports.get(file) ?? `picture${imports.size}`;
        imports.set(file, name);
        return `@@${name}@@`;
      };
      const figure = (name: string, text: string) =>
        `<figure><img class="in-light" loading="lazy" alt="${text}" src="${address(pictureFile(name, "light"))}"><img class="in-dark" loading="lazy" alt="${text}" src="${address(pictureFile(name, "dark"))}"><figcaption>${text}</figcaption></figure>`;
      const found = pages.flatMap((page) => {
        this.addWatchFile(join(guideFolder, language, `${page}.md`));
        return readPage(language, page, figure) ?? [];
      });
      const lines = [...imports].map(
        ([file, name]) => `import ${name} from ${JSON.stringify(`${file}?url&no-inline`)};`,
      );
      const json = JSON.stringify(found).replaceAll(/@@(\w+)@@/g, (_all, name: string) => `" + ${name} + "`);
      return `${lines.join("\n")}\nexport const pages = ${json};`;
    },
  };
}
