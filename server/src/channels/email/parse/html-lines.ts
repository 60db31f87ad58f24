/** The lines of sanitised HTML. Its depth is bounded by `sanitiseMail`. */
import type { parseDocument } from "htmlparser2";
import type { Line } from "./lines.ts";
import { Lists } from "./lists.ts";
import type { HtmlPart } from "./parts-of-html.ts";

export type HtmlDocument = ReturnType<typeof parseDocument>;
export type HtmlNode = HtmlDocument["children"][number];
export type HtmlLine = Line & { nodes: HtmlNode[] };

const blocks = new Set(
  (
    "address article blockquote center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section " +
    "table tbody tfoot thead tr ul"
  ).split(" "),
);
/** Elements with an empty line above and below. */
const apart = new Set("blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "));

export function htmlLines(document: HtmlDocument): HtmlLine[] {
  const lines = new Lines();
  for (const node of document.children) write(node, lines, false);
  return lines.all();
}

function write(node: HtmlNode, lines: Lines, kept: boolean): void {
  if (node.type === "text") lines.add(node.data, kept, node);
  if (!("attribs" in node)) return;
  const { name, attribs } = node;
  if (name === "br") lines.end(node);
  if (name === "img" || name === "hr") lines.hold(node, name === "img" ? (attribs.alt ?? "") : "");
  const block = blocks.has(name);
  const shown = lines.textFromHere();
  const leave = lines.enter(name === "blockquote", attribs["data-part"] as HtmlPart | undefined);
  if (block) lines.close(apart.has(name));
  if (name === "ol" || name === "ul") lines.list.open(name === "ol" ? numberIn(attribs.start) : null);
  if (name === "li") lines.item(node, attribs.value === undefined ? null : numberIn(attribs.value));
  for (const child of node.children) write(child, lines, kept || name === "pre");
  if (name === "td" || name === "th") lines.add(" ", false, null);
  if (name === "a") lines.add(linkAddress(attribs.href, shown()), false, null);
  if (name === "ol" || name === "ul") lines.list.close();
  if (block) lines.close(apart.has(name));
  leave();
}

/** The number in a list's attribute; 1 by default. */
const numberIn = (value = "1") => (/^-?\d{1,6}$/.test(value.trim()) ? Number(value) : 1);

/** The link's address, where the text does not show it. */
function linkAddress(href: string | undefined, shown: string): string {
  if (!href || !/^https?:/i.test(href)) return "";
  const bare = (address: string) => address.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
  return shown.trimEnd().replace(/\/$/, "").endsWith(bare(href)) ? "" : ` <${href}>`;
}

class Lines {
  readonly list = new Lists();
  /** Pieces of the current line, joined once: reading the end of a string that grows copies it each time. */
  private pieces: string[] = [];
  private done: HtmlLine[] = [];
  private nodes: HtmlNode[] = [];
  private gap = false;
  private quotes = 0;
  private part: HtmlPart | null = null;

  /** Returns a function that restores the state at the element's end. */
  enter(quote: boolean, part: HtmlPart | undefined): () => void {
    const before = { quotes: this.quotes, part: this.part };
    const quoted = quote || part === "quote";
    if (quoted || part) this.close(false);
    if (quoted) this.quotes++;
    if (part) this.part = part;
    return () => {
      if (quoted || part) this.close(false);
      Object.assign(this, before);
    };
  }

  add(text: string, kept: boolean, node: HtmlNode | null): void {
    if (node) this.nodes.push(node);
    const plain = text.replace(/[\u00ad\u200b\ufeff]/g, "");
    if (!kept) {
      const folded = plain.replace(/[\s\u00a0]+/g, " ");
      this.put(this.pieces.at(-1)?.endsWith(" ") !== false ? folded.trimStart() : folded);
      return;
    }
    const [first = "", ...others] = plain.split(/\r?\n/);
    this.put(first);
    for (const other of others) {
      this.end(null);
      this.put(other);
    }
  }

  /** Adds a picture or a rule. */
  hold(node: HtmlNode, text: string): void {
    this.nodes.push(node);
    if (text) this.put(text);
  }

  /** Returns a function that reads the text added to the current line since. */
  textFromHere(): () => string {
    const { pieces } = this;
    const { length } = pieces;
    return () => this.pieces.slice(pieces === this.pieces ? length : 0).join("");
  }

  end(node: HtmlNode | null): void {
    if (node) this.nodes.push(node);
    this.push(this.pieces.join("").trimEnd());
    this.pieces = [];
  }

  close(gap: boolean): void {
    if (this.pieces.some((piece) => piece.trim() !== "")) this.end(null);
    this.pieces = [];
    // Items of a list, and paragraphs within one, stay together.
    this.gap ||= gap && !this.list.isOpen;
  }

  /** Begins an item of a list. An empty one shows nothing. */
  item(node: HtmlNode, number: number | null): void {
    this.nodes.push(node);
    this.list.item(number);
  }

  all(): HtmlLine[] {
    this.close(false);
    if (this.nodes.length > 0) this.push("");
    return this.done;
  }

  private put(text: string): void {
    if (text === "") return;
    const before = this.done.at(-1);
    if (this.pieces.length === 0 && this.gap && before && before.text !== "")
      this.done.push({ text: "", quotes: Math.min(this.quotes, before.quotes), part: this.part, nodes: [] });
    this.gap = false;
    const lead = this.pieces.length === 0 ? this.list.lead() : "";
    if (lead) this.pieces.push(lead);
    this.pieces.push(text);
  }

  private push(text: string): void {
    this.done.push({ text, quotes: this.quotes, part: this.part, nodes: this.nodes });
    this.nodes = [];
  }
}
