/** Divides a mail's text and its HTML into the sender's own words and the rest. */
import { parseDocument } from "htmlparser2";
import { type HtmlLine, type HtmlNode, htmlLines } from "./html-lines.ts";
import { type Line, linesOfText, textOfLines } from "./lines.ts";
import { findQuoteStart } from "./quote-start.ts";
import { withoutMarks } from "./sanitise-mail.ts";
import { isStub } from "./stub-text.ts";
import { writtenLines } from "./written-lines.ts";

type SplitText = { text: string; rest: string };
/** `quotes`: the rest holds a quote, not a signature alone. */
type Split = SplitText & SplitHtml & { quotes: boolean };
type SplitHtml = { html: string | null; shownHtml: string | null };

/**
 * The plain text is preferred, since a client wrote it to be read. Where only the HTML marks its quote, as in a
 * language whose words are not known here, the text is derived from the HTML.
 */
export function splitMail(plain: string, html: string | null, forwarded: boolean): Split {
  const text = splitText(plain, forwarded);
  if (html === null) return { ...text, quotes: holdsQuote(text), html: null, shownHtml: null };
  const { whole, shown, ...ofHtml } = splitHtml(html, forwarded);
  const better =
    text.text === "" ||
    isStub(text.text, `${ofHtml.text}\n${ofHtml.rest}`) ||
    (text.rest === "" && ofHtml.rest !== "") ||
    quotesMore(text, ofHtml);
  const parts = better ? ofHtml : text;
  return { ...parts, quotes: holdsQuote(parts), html: whole || null, shownHtml: shown || null };
}

function holdsQuote({ rest }: SplitText): boolean {
  if (rest === "") return false;
  const lines = rest.split("\n").map((line) => (line.startsWith(">") ? ">" : line));
  return lines.includes(">") || findQuoteStart(lines) !== null;
}

const mostBetween = 50;

/** True if the text still shows a quote which the HTML folds away, and all lines that interrupt it are the quote's. */
function quotesMore({ text }: SplitText, ofHtml: SplitText): boolean {
  if (ofHtml.text === "" || ofHtml.rest === "" || /^>/m.test(ofHtml.text)) return false;
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith(">"));
  const between = lines.slice(first).filter((line) => !line.startsWith(">") && line.trim() !== "");
  if (first < 0 || between.length > mostBetween) return false;
  const quoted = withoutSpaces(ofHtml.rest);
  return between.every((line) => quoted.includes(withoutSpaces(line)));
}

const withoutSpaces = (text: string) => text.replace(/[\s>]+/g, "");

function splitText(text: string, forwarded: boolean): SplitText {
  const lines = linesOfText(text);
  return split(lines, writtenLines(lines, forwarded), text.trim());
}

/** The depth of `html` is bounded by `markedMail`. */
function splitHtml(html: string, forwarded: boolean): SplitText & { whole: string; shown: string } {
  const document = parseDocument(html);
  const lines = htmlLines(document);
  const written = writtenLines(lines, forwarded);
  const whole = withoutMarks(document);
  const parts = split(lines, written, textOfLines(lines));
  if (parts.rest === "") return { ...parts, whole, shown: whole };
  const removed = new Set(lines.flatMap(({ nodes }, index) => (written[index] ? [] : nodes)));
  prune(document, removed);
  return { ...parts, whole, shown: withoutMarks(document) };
}

function split<L extends Line | HtmlLine>(lines: L[], written: boolean[], whole: string): SplitText {
  const rest = textOfLines(lines.filter((_, index) => !written[index]));
  if (rest === "") return { text: whole, rest: "" };
  return { text: textOfLines(lines.filter((_, index) => written[index])).replace(/\n{3,}/g, "\n\n"), rest };
}

/**
 * Removes the nodes below this one, and elements that become empty. Each list of children is rebuilt, since removing
 * one child costs the list's length.
 */
function prune(parent: HtmlParent, removed: Set<HtmlNode>): Pruned {
  let changed = false;
  let content = false;
  parent.children = parent.children.filter((node) => {
    const pruned = pruneNode(node, removed);
    const empty = pruned === "removed" || (pruned.changed && !pruned.content);
    changed ||= empty || pruned.changed;
    content ||= !empty && pruned.content;
    return !empty;
  });
  return { changed, content };
}

type HtmlParent = { children: HtmlNode[] };
type Pruned = { changed: boolean; content: boolean };

function pruneNode(node: HtmlNode, removed: Set<HtmlNode>): Pruned | "removed" {
  const parent = "children" in node && node.children.length > 0 ? node : null;
  if (!parent && removed.has(node)) return "removed";
  if (node.type === "text") return { changed: false, content: node.data.trim() !== "" };
  const within = parent ? prune(parent, removed) : { changed: false, content: false };
  const shows = "attribs" in node && (node.name === "img" || node.name === "hr");
  return { ...within, content: shows || ("attribs" in node && within.content) };
}
