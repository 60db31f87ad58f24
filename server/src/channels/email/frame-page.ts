/**
 * Builds the document of a mail's frame. A mail without its own background follows the reader's theme; one with a
 * background lies on a light sheet, because its colours are chosen for it.
 */
import type { mailFrameQuery } from "@parley/contract/mail";
import { DomUtils, parseDocument } from "htmlparser2";
import type { z } from "zod";
import { type Colour, colourOf, isDark, isLight, lightened } from "../../support/messages/mail-colours.ts";

export type Theme = z.output<typeof mailFrameQuery>["theme"];

/** The console's colour tokens. The frame itself is transparent and lies on a message's background. */
const colours = {
  dark: "color-scheme:dark;--text:#e8eef4;--quiet:#a3b1bf;--link:#5cf6fc;--line:#ffffff26",
  light: "color-scheme:light;--text:#0e1720;--quiet:#46576a;--link:#067a80;--line:#0b0f1426",
};
const sheet = "color-scheme:light;--text:#1b1f24;--quiet:#46576a;--link:#0a58ca;--line:#d0d7de";

/** The console's `--own` in the dark theme, the lightest ground of a message there. */
const darkest: Colour = [33, 57, 66];

const style = (theme: Theme) =>
  `:root{${colours[theme]}}html{padding:0 16px}body{margin:0;display:flow-root;font:14.5px/1.45 Inter,system-ui,sans-serif;` +
  "color:var(--text);overflow-wrap:anywhere}" +
  `.sheet{${sheet};display:flow-root;margin:0 -8px 8px;padding:16px;border-radius:10px;background:#fff;color:var(--text)}` +
  "a{color:var(--link)}img{max-width:100%;height:auto}table{max-width:100%}hr{border:0;border-top:1px solid var(--line)}" +
  "body>:first-child,.sheet>:first-child{margin-top:0}body>:last-child,.sheet>:last-child{margin-bottom:0}ul,ol{padding-left:1.5em}li>p{margin:0}" +
  "blockquote{margin:0 0 0 4px;padding-left:10px;border-left:2px solid var(--line);color:var(--quiet)}" +
  "@media(max-width:480px){html{padding:0 12px}.sheet{margin:0 -6px 8px;padding:12px}}";

/** `data-mail` tells the console that this is the mail and not an error page. */
export function framePage(html: string, theme: Theme): string {
  const { body, grounded } = dressed(html, theme);
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">` +
    `<base target="_blank"><style>${style(theme)}</style></head>` +
    `<body data-mail>${grounded ? `<div class="sheet">${body}</div>` : body}</body></html>`
  );
}

/**
 * A mail without its own background loses the white and black that its program wrote, and in the dark theme its colours
 * are lightened.
 */
function dressed(html: string, theme: Theme): { body: string; grounded: boolean } {
  if (!/color/i.test(html)) return { body: html, grounded: false };
  const document = parseDocument(html);
  const elements = DomUtils.getElementsByTagName(() => true, document);
  const grounded = elements.some(({ attribs: { bgcolor = "", style = "" } }) =>
    [bgcolor, ...valuesOf(style, "background-color")].some((value) => {
      const colour = colourOf(value);
      return colour !== null && !isLight(colour);
    }),
  );
  if (grounded) return { body: html, grounded };
  for (const { attribs } of elements) {
    const { bgcolor, color, style } = attribs;
    if (bgcolor !== undefined) delete attribs.bgcolor;
    if (color !== undefined) set(attribs, "color", inkOf(color, theme));
    if (style !== undefined) set(attribs, "style", styleOn(style, theme));
  }
  return { body: DomUtils.getOuterHTML(document, { encodeEntities: "utf8" }), grounded };
}

const declarationsOf = (style: string): [string, string][] =>
  style.split(";").map((declaration) => {
    const colon = declaration.indexOf(":");
    return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()];
  });

const valuesOf = (style: string, wanted: string): string[] =>
  declarationsOf(style).flatMap(([property, value]) => (property === wanted ? [value] : []));

function styleOn(style: string, theme: Theme): string {
  return declarationsOf(style)
    .flatMap(([property, value]) => {
      if (property === "background-color") return [];
      const kept = property === "color" ? inkOf(value, theme) : value;
      return kept ? [`${property}:${kept}`] : [];
    })
    .join(";");
}

/** Empty for the theme's own colour. */
function inkOf(value: string, theme: Theme): string {
  const colour = colourOf(value);
  if (colour === null || isDark(colour)) return "";
  return theme === "light" ? value : `rgb(${lightened(colour, darkest).join(",")})`;
}

function set(attributes: Record<string, string>, name: string, value: string): void {
  if (value) attributes[name] = value;
  else delete attributes[name];
}
