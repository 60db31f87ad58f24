/**
 * Makes a mail's HTML safe to show, beside the frame's own sandbox and policy: no scripts, forms or frames, no style that
 * fetches or covers, nothing fetched from elsewhere before it is asked for.
 */
import sanitizeHtml from "sanitize-html";
import { cleanStyle } from "./inline-style.ts";
import { partOfHtml } from "./parts-of-html.ts";

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
  // Checked by `cleanStyle`, which is quicker than a parser of style sheets on a hostile mail.
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
    "*": (tagName, attribs) => ({ tagName, attribs: cleanAttributes(tagName, attribs) }),
    a: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...cleanAttributes(tagName, attribs),
        target: "_blank",
        rel: "noopener noreferrer nofollow",
      },
    }),
    img: (tagName, attribs) => ({ tagName, attribs: picture(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src && !attribs["data-remote-src"],
};

/** Remote pictures become `data-remote-src`, and those that only count readers are removed. */
export function sanitiseMail(html: string): string {
  return sanitizeHtml(html, options).trim();
}

function cleanAttributes(tag: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { style, "data-part": _, ...others } = attribs;
  const part = partOfHtml(tag, attribs);
  return { ...others, ...styled(style), ...(part ? { "data-part": part } : {}) };
}

function picture({ src = "", style = "", ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { "data-remote-src": _, ...attribs } = others;
  const kept = { ...attribs, ...styled(style) };
  const address = src.trim();
  if (/^cid:/i.test(address) || pictureData.test(address)) return { ...kept, src: address };
  if (!/^(https?:)?\/\//i.test(address) || isPixel(attribs, style)) return {};
  return { ...kept, "data-remote-src": address.replace(/^(http:)?\/\//i, "https://") };
}

const pictureData = /^data:image\/(png|gif|jpeg|webp);base64,/i;

function styled(style: string | undefined): { style?: string } {
  const clean = style ? cleanStyle(style) : "";
  return clean ? { style: clean } : {};
}

function isPixel({ width, height }: sanitizeHtml.Attributes, style: string): boolean {
  const tiny = (size: string | undefined) => size !== undefined && Number.parseFloat(size) <= 2;
  if (tiny(width) || tiny(height)) return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[012](?:\.\d+)?px/i.test(
    style,
  );
}
