/**
 * Builds the document of a mail's frame. It follows the reader's theme; in the light one a mail with its own grounds lies
 * on a white sheet.
 */
import type { mailFrameQuery } from "@parley/contract/mail";
import type { z } from "zod";
import { type Colour, colourOf } from "../../support/messages/mail-colours.ts";
import { fitColours, hasGround, type Look } from "./frame-colours.ts";

export type Theme = z.output<typeof mailFrameQuery>["theme"];

type Tokens = Record<"text" | "quiet" | "link" | "line", string>;

/** The console's colour tokens. The frame itself is transparent and lies on a message's background. */
const tokens: Record<Theme | "sheet", Tokens> = {
  dark: { text: "#e8eef4", quiet: "#a3b1bf", link: "#5cf6fc", line: "#ffffff26" },
  light: { text: "#0e1720", quiet: "#46576a", link: "#067a80", line: "#0b0f1426" },
  sheet: { text: "#1b1f24", quiet: "#46576a", link: "#0a58ca", line: "#d0d7de" },
};

/** The console's `--own`, in which a text is read least easily. */
const cards: Record<Theme | "sheet", Colour> = {
  dark: [33, 57, 66],
  light: [215, 250, 252],
  sheet: [255, 255, 255],
};

const lookOf = (name: Theme | "sheet"): Look => {
  const colour = (token: keyof Tokens) => colourOf(tokens[name][token]) ?? cards[name];
  return {
    ...{ dark: name === "dark", card: cards[name] },
    ...{ ink: colour("text"), link: colour("link"), quiet: colour("quiet") },
  };
};

const variables = (name: Theme | "sheet"): string =>
  `color-scheme:${name === "dark" ? "dark" : "light"};${Object.entries(tokens[name])
    .map(([token, value]) => `--${token}:${value}`)
    .join(";")}`;

const style = (theme: Theme) =>
  `:root{${variables(theme)}}html{padding:0 16px}body{margin:0;display:flow-root;font:14.5px/1.45 Inter,system-ui,sans-serif;` +
  "color:var(--text);overflow-wrap:anywhere}" +
  `.sheet{${variables("sheet")};display:flow-root;margin:0 -8px 8px;padding:16px;border-radius:10px;background:#fff;color:var(--text)}` +
  "a{color:var(--link)}img{max-width:100%;height:auto}table{max-width:100%}hr{border:0;border-top:1px solid var(--line)}" +
  "body>:first-child,.sheet>:first-child{margin-top:0}body>:last-child,.sheet>:last-child{margin-bottom:0}ul,ol{padding-left:1.5em}li>p{margin:0}" +
  "blockquote{margin:0 0 0 4px;padding-left:10px;border-left:2px solid var(--line);color:var(--quiet)}" +
  "@media(max-width:480px){html{padding:0 12px}.sheet{margin:0 -6px 8px;padding:12px}}";

/** `data-mail` tells the console that this is the mail and not an error page. */
export function framePage(html: string, theme: Theme): string {
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">` +
    `<base target="_blank"><style>${style(theme)}</style></head>` +
    `<body data-mail>${bodyOf(html, theme)}</body></html>`
  );
}

function bodyOf(html: string, theme: Theme): string {
  if (!/color/i.test(html)) return html;
  const onSheet = theme === "light" && hasGround(html);
  const fitted = fitColours(html, lookOf(onSheet ? "sheet" : theme), onSheet);
  return onSheet ? `<div class="sheet">${fitted}</div>` : fitted;
}
