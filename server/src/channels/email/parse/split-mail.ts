/** Divides a mail's text and its HTML into what its sender wrote and the rest. */
import { DomUtils, parseDocument } from "htmlparser2";
import { type HtmlLine, type HtmlNode, htmlLines } from "./html-lines.ts";
import { type Line, linesOfText, textOfLines } from "./lines.ts";
import { withoutMarks } from "./sanitise-mail.ts";
import { writtenLines } from "./written-lines.ts";

type SplitText = { text: string; rest: string };
type SplitHtml = { html: string | null; shownHtml: string | null };

/**
 * The plain text is preferred: a client wrote it to be read so. Where only the HTML marks its quote, as in a language
 * whose words are not known here, the text is made of the HTML.
 */
export function splitMail(plain: string, html: string | null, forwarded: boolean): SplitText & SplitHtml {
  const text = splitText(plain, forwarded);
  if (html === null) return { ...text, html: null, shownHtml: null };
  const { whole, shown, ...ofHtml } = splitHtml(html, forwarded);
  const better = text.text === "" || (text.rest === "" && ofHtml.rest !== "");
  return { ...(better ? ofHtml : text), html: whole || null, shownHtml: shown || null };
}

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
  for (const node of [...document.children]) prune(node, removed);
  return { ...parts, whole, shown: withoutMarks(document) };
}

function split<L extends Line | HtmlLine>(lines: L[], written: boolean[], whole: string): SplitText {
  const rest = textOfLines(lines.filter((_, index) => !written[index]));
  if (rest === "") return { text: whole, rest: "" };
  return { text: textOfLines(lines.filter((_, index) => written[index])).replace(/\n{3,}/g, "\n\n"), rest };
}

/** Removes the nodes and the elements that hold nothing else. Returns whether anything was removed. */
function prune(node: HtmlNode, removed: Set<HtmlNode>): boolean {
  if (removed.has(node) && !("children" in node && node.children.length > 0)) {
    DomUtils.removeElement(node);
    return true;
  }
  if (!("children" in node)) return false;
  let changed = false;
  for (const child of [...node.children]) changed = prune(child, removed) || changed;
  if (changed && !node.children.some(isContent)) DomUtils.removeElement(node);
  return changed;
}

function isContent(node: HtmlNode): boolean {
  if (node.type === "text") return node.data.trim() !== "";
  if (!("attribs" in node)) return false;
  return node.name === "img" || node.name === "hr" || node.children.some(isContent);
}
