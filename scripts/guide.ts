/** `npm run guide`: the user guide as a PDF, from the pages of the console's help. `--check` fails when it is not current. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { edition, type PageId, parts } from "../console/guide/contents.ts";
import { pictureFile, readPage } from "../console/vite/guide.ts";

const root = join(import.meta.dirname, "..");
const file = join(root, "console/public/user-guide.pdf");
const style = readFileSync(join(root, "console/guide/print.css"), "utf8");
/** The last line of the file: what it was made of. */
const mark = "\n% parley ";

const chapters = { agents: "For agents", administrators: "For administrators" } as const;

if (process.argv.includes("--check")) check();
else await make();

function check(): void {
  const made = readFileSync(file, "latin1").split(mark)[1]?.trim();
  if (made === fingerprint()) return;
  console.error("console/public/user-guide.pdf is not current. Run: npm run guide");
  process.exitCode = 1;
}

async function make(): Promise<void> {
  const { launchChromium } = await import("../test/e2e/chromium.ts");
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setContent(await document(), { waitUntil: "load" });
    const pdf = await page.pdf({
      format: "A4",
      printBackground: true,
      outline: true,
      tagged: true,
      displayHeaderFooter: true,
      headerTemplate: "<span></span>",
      footerTemplate: `<p style="width:100%;text-align:center;font:8px sans-serif;color:#667">Parley user guide ${edition} · <span class="pageNumber"></span></p>`,
      margin: { top: "18mm", bottom: "18mm", left: "18mm", right: "18mm" },
    });
    writeFileSync(file, Buffer.concat([pdf, Buffer.from(`${mark}${fingerprint()}\n`)]));
  } finally {
    await browser.close();
  }
}

/** The mark of the words, the pictures and this script. */
function fingerprint(): string {
  const hash = createHash("sha256")
    .update(readFileSync(import.meta.filename))
    .update(style);
  const pictures = new Set<string>();
  for (const { html } of allPages((name) => `${pictures.add(name) && name}`)) hash.update(html);
  for (const name of pictures) hash.update(readFileSync(pictureFile(name, "light")));
  return hash.digest("hex");
}

function allPages(figure: (name: string, text: string) => string) {
  return Object.values(parts).flatMap((ids) =>
    ids.map((id: PageId) => {
      const page = readPage("en", id, figure);
      if (!page) throw new Error(`The guide has no page ${id}`);
      return page;
    }),
  );
}

async function document(): Promise<string> {
  const images = new Map<string, string>();
  for (const name of picturesNamed()) images.set(name, await jpeg(name));
  const figure = (name: string, text: string) =>
    `<figure><img alt="${text}" src="${images.get(name)}"><figcaption>${text}</figcaption></figure>`;
  const pages = allPages(figure);
  const contents = Object.entries(parts).map(
    ([part, ids]) =>
      `<h3>${chapters[part as keyof typeof chapters]}</h3><ol>${ids
        .map((id) => `<li><a href="#${id}">${pages.find((page) => page.id === id)?.title}</a></li>`)
        .join("")}</ol>`,
  );
  const articles = pages.map(
    ({ id, title, html }) => `<article id="${id}"><h1>${title}</h1>${html}</article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parley user guide</title>
<style>${style}</style></head><body>
<section class="cover"><p class="name">Parley</p><p>User guide ${edition}</p></section>
<section class="contents"><h2>Contents</h2>${contents.join("")}</section>
${articles.join("\n")}</body></html>`;
}

function picturesNamed(): Set<string> {
  const names = new Set<string>();
  allPages((name) => {
    names.add(name);
    return "";
  });
  return names;
}

async function jpeg(name: string): Promise<string> {
  const { default: sharp } = await import("sharp");
  const bytes = await sharp(pictureFile(name, "light"))
    .resize({ width: 1200 })
    .jpeg({ quality: 80 })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}
