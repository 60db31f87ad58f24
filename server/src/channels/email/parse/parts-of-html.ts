/** Recognises quotes and signatures in HTML by the attributes that clients write. */

export type HtmlPart = "quote" | "attribution" | "signature" | "below";

type Attributes = Record<string, string | undefined>;

const classes: [RegExp, HtmlPart][] = [
  // gmail_quote also contains the answers between quotes; its own text is the heading.
  [/^gmail_attr$/, "attribution"],
  [/^moz-cite-prefix$/, "attribution"],
  [
    /^(yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|mail-quote-collapse|quoted-content|ydp\w*yahoo-quoted-begin)$/,
    "quote",
  ],
  [
    /^(gmail_signature|gmail_signature_prefix|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature|tutanota_signature)$/,
    "signature",
  ],
  [/^(OutlookMessageHeader|ms-outlook-mobile-reference-message)$/, "below"],
];

const ids: [RegExp, HtmlPart][] = [
  [
    /^(divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|stopSpelling|reply-intro)$/i,
    "below",
  ],
  [
    /^(Signature|AppleMailSignature|ms-outlook-mobile-signature|signature|composer_signature|lineBreakAtBeginningOfSignature)$/,
    "signature",
  ],
];

/** The line above a quote in Outlook for Windows and in Windows Mail. */
const outlookBorder = /border-top:\s*solid\s+#(?:b5c4df|e1e1e1|e5e5e5)\s+1(?:\.0)?pt/i;

/** Null for an element that is none of them. `below`: this and all that follows is quoted. */
export function partOfHtml(tag: string, attribs: Attributes): HtmlPart | null {
  // The ids and classes of Outlook on the web get a prefix each time they are quoted.
  const id = (attribs.id ?? "").replace(/^(?:x_)+/, "");
  const found = ids.find(([pattern]) => pattern.test(id)) ?? classOf(attribs.class);
  if (found) return found[1];
  if (attribs["data-smartmail"] === "gmail_signature") return "signature";
  if (/(?:^|\s)(?:x_)*gmail_quote(?:$|\s)/.test(attribs.class ?? ""))
    return tag === "blockquote" ? "quote" : "attribution";
  if (tag === "blockquote" && attribs.type?.toLowerCase() === "cite") return "quote";
  if (tag === "div" && attribs.name === "quote") return "quote";
  if (tag === "div" && outlookBorder.test(attribs.style ?? "")) return "below";
  return null;
}

function classOf(names: string | undefined) {
  const all = (names ?? "")
    .slice(0, 500)
    .split(/\s+/)
    .map((name) => name.replace(/^(?:x_)+/, ""));
  return classes.find(([pattern]) => all.some((name) => pattern.test(name)));
}
