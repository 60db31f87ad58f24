/**
 * Makes a mail's HTML safe to show, beside the frame's own sandbox and policy: no scripts, forms or frames, no style
 * that fetches or covers, and no remote content before an agent asks for it.
 */
import { createRequire } from "node:module";
import { DomUtils, parseDocument } from "htmlparser2";
import type sanitizeHtml from "sanitize-html";
import { boundMarkup } from "./bound-markup.ts";
import { closeHidden } from "./close-hidden.ts";
import { cleanStyle } from "./inline-style.ts";
import { partOfHtml } from "./parts-of-html.ts";

/** The module is loaded with the first mail: it takes 45 ms. */
const require = createRequire(import.meta.url);

const tags =
  "a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure " +
  "font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small span strike strong sub summary sup " +
  "table tbody td tfoot th thead time tr tt u ul var wbr";
const deepest = 80;

const common = [
  "align",
  "bgcolor",
  "dir",
  "lang",
  "style",
  "title",
  "valign",
  "width",
  "height",
  "data-part",
];

const options: sanitizeHtml.IOptions = {
  allowedTags: tags.split(" "),
  allowedAttributes: {
    "*": common,
    a: ["href", "target", "rel"],
    blockquote: ["type", "cite"],
    col: ["span"],
    colgroup: ["span"],
    font: ["color", "face", "size"],
    img: ["src", "alt", "data-remote-src"],
    li: ["value"],
    ol: ["start", "type"],
    table: ["border", "cellpadding", "cellspacing"],
    td: ["colspan", "rowspan", "nowrap"],
    th: ["colspan", "rowspan", "nowrap"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["cid", "data"] },
  allowedSchemesAppliedToAttributes: ["href", "src", "cite"],
  allowProtocolRelative: false,
  // `cleanStyle` checks styles; it is faster than a style-sheet parser on a hostile mail.
  parseStyleAttributes: false,
  nestingLimit: deepest,
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "title",
    "head",
    "xml",
    "svg",
    "math",
    "object",
    "iframe",
  ],
  transformTags: {
    "*": (tag, attribs) => clean(tag, attribs, cleanAttributes(tag, attribs)),
    a: (tag, attribs) => clean(tag, attribs, { ...cleanAttributes(tag, attribs), ...linkAttributes }),
    img: (tag, attribs) => clean(tag, attribs, picture(attribs)),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    attribs["data-part"] === "hidden" || (tag === "img" && !attribs.src && !attribs["data-remote-src"]),
};

/**
 * The length of an attribute, except a picture's data: the sanitiser takes quadratic time to look for comments in an
 * address.
 */
const longestValue = 8_000;

const linkAttributes = { target: "_blank", rel: "noopener noreferrer nofollow" };

/** Remote pictures become `data-remote-src`, and tracking pixels are removed. */
export function sanitiseMail(html: string): string {
  return withoutMarks(parseDocument(markedMail(html)));
}

/** Sanitises, and sets `data-part` on the elements that clients mark as quote or signature. */
export function markedMail(html: string): string {
  const sanitize = require("sanitize-html") as typeof sanitizeHtml;
  return sanitize(boundMarkup(closeHidden(html)), options).trim();
}

/** Writes the HTML of a document made by `markedMail`. */
export function withoutMarks(document: Document): string {
  for (const element of DomUtils.getElementsByTagName(() => true, document))
    delete element.attribs["data-part"];
  return DomUtils.getOuterHTML(document, { encodeEntities: "utf8" }).trim();
}

type Document = ReturnType<typeof parseDocument>;

/** Text that only machines read, such as the preview line of a list of mails, is marked for the filter. */
function clean(tagName: string, { style = "" }: Attributes, attribs: Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: hidden.test(style) ? { "data-part": "hidden" } : attribs };
}

const hidden = /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[;\s])max-height\s*:\s*0(?![.\d])/i;

type Attributes = sanitizeHtml.Attributes;

function cleanAttributes(tag: string, attribs: Attributes): Attributes {
  const { style, "data-part": _, ...given } = attribs;
  const others = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value.length <= longestValue),
  );
  const part = partOfHtml(tag, attribs);
  return { ...others, ...styled(style), ...(part ? { "data-part": part } : {}) };
}

function picture({ src = "", style = "", ...others }: Attributes): Attributes {
  const { "data-remote-src": remote = "", ...attribs } = others;
  const kept = { ...attribs, ...styled(style) };
  const address = src.trim() || remote;
  if (address.length > longestValue && !pictureData.test(address)) return {};
  if (/^cid:/i.test(address) || pictureData.test(address)) return { ...kept, src: address };
  if (!/^(https?:)?\/\//i.test(address) || isPixel(attribs, style)) return {};
  return { ...kept, "data-remote-src": address.replace(/^(http:)?\/\//i, "https://") };
}

const pictureData = /^data:image\/(png|gif|jpeg|webp);base64,/i;

function styled(style: string | undefined): { style?: string } {
  const clean = style ? cleanStyle(style) : "";
  return clean ? { style: clean } : {};
}

function isPixel({ width, height }: Attributes, style: string): boolean {
  const tiny = (size: string | undefined) => size !== undefined && Number.parseFloat(size) <= 2;
  if (tiny(width) || tiny(height)) return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[012](?:\.\d+)?px/i.test(
    style,
  );
}
