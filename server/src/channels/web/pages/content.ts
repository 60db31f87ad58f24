/** The files that pages load from the desk: the loader, the frame and its assets, and the desk's own page with the chat. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { WidgetSettings } from "@parley/contract/widget";
import type { Config } from "../../../floor/config/config.ts";
import { sourceFolder } from "../../../source-folder.ts";

export const built = join(sourceFolder, "../../widget/dist");

type Served = { content: Buffer; etag: string };
const known = new Map<string, Served & { changed: number }>();

/** A built file, read again after a new build; null when it does not exist. */
export function readBuilt(name: string, root = built): Served | null {
  const path = join(root, name);
  if (!existsSync(path)) return null;
  const changed = statSync(path).mtimeMs;
  const before = known.get(path);
  if (before?.changed === changed) return before;
  const content = readFileSync(path);
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const served = { content, etag, changed };
  known.set(path, served);
  return served;
}

/** True for a name that cannot leave the folder. */
export const isAsset = (name: string): boolean => /^[\w-][\w.-]*\.(js|css|svg|png|woff2|json)$/.test(name);

export const assetTypes: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  json: "application/json",
};

/** The pages that may show the frame are the only check of the page, since the frame's own calls carry our origin. */
export function framePolicy({ publicUrl, consoleOrigin }: Config, { origins }: WidgetSettings): string {
  const own = new URL(publicUrl).origin;
  const ancestors = new Set(["'self'", own, consoleOrigin, ...origins]);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    `connect-src 'self' ${own.replace(/^http/, "ws")}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${[...ancestors].join(" ")}`,
  ].join("; ");
}

/** The policy of the desk's own page. The launcher's styles are constructed, so no inline style is needed. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter] ?? "",
  );

export const ownPage = (key: string, name: string, language: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(name)}</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
  `</head><body><script src="/chat.js" data-key="${key}" data-fill async></script></body></html>`;

export const noPage =
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found</title></head>` +
  `<body><p>There is no such chat.</p></body></html>`;
