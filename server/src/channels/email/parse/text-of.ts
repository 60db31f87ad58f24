/** The text of sanitised HTML, as a reader sees it. */
import { parseDocument } from "htmlparser2";

type Node = ReturnType<typeof parseDocument>["children"][number];

const blocks = new Set(
  "address article blockquote center dd div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody tfoot thead tr ul".split(
    " ",
  ),
);
const apart = new Set("blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "));
const unread = new Set(["head", "script", "style", "title"]);

export function textOf(html: string): string {
  const lines = new Lines();
  for (const node of parseDocument(html).children) write(node, lines, false);
  return lines.text();
}

function write(node: Node, lines: Lines, kept: boolean): void {
  if (node.type === "text") lines.add(node.data, kept);
  if (!("children" in node) || !("name" in node) || unread.has(node.name)) return;
  const { name } = node;
  if (name === "br") lines.end();
  if (name === "img") lines.add(node.attribs.alt ?? "", false);
  const block = blocks.has(name);
  if (block) lines.close(apart.has(name));
  if (name === "blockquote") lines.quotes++;
  if (name === "li") lines.add("• ", true);
  for (const child of node.children) write(child, lines, kept || name === "pre");
  if (name === "td" || name === "th") lines.add(" ", false);
  if (name === "a") lines.add(address(node.attribs.href, lines), false);
  if (block) lines.close(apart.has(name));
  if (name === "blockquote") lines.quotes--;
}

/** The link's address, where the text does not show it. */
function address(href: string | undefined, lines: Lines): string {
  if (!href || !/^https?:/i.test(href)) return "";
  const shown = href.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  return lines.endsWith(shown) || lines.endsWith(`${shown}/`) ? "" : ` <${href}>`;
}

class Lines {
  quotes = 0;
  private done: string[] = [];
  private line = "";
  private gap = false;
  /** Quotes around the line before. */
  private last = 0;

  add(text: string, kept: boolean): void {
    const plain = text.replace(/\u00ad|\u200b|\ufeff/g, "");
    if (kept) {
      const [first = "", ...others] = plain.split(/\r?\n/);
      this.put(first);
      for (const other of others) {
        this.end();
        this.put(other);
      }
      return;
    }
    const folded = plain.replace(/[\s\u00a0]+/g, " ");
    this.put(this.line === "" || this.line.endsWith(" ") ? folded.trimStart() : folded);
  }

  end(): void {
    this.push(this.line.trimEnd(), this.quotes);
    this.line = "";
  }

  close(apart: boolean): void {
    if (this.line.trim() !== "") this.end();
    this.line = "";
    this.gap ||= apart;
  }

  endsWith(text: string): boolean {
    return this.line.trimEnd().endsWith(text);
  }

  text(): string {
    this.close(false);
    return this.done
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }

  private put(text: string): void {
    if (text === "") return;
    if (this.line === "" && this.gap && this.done.length > 0) this.push("", Math.min(this.quotes, this.last));
    this.gap = false;
    this.line += text;
  }

  private push(line: string, quotes: number): void {
    this.last = quotes;
    const mark = "> ".repeat(Math.min(quotes, 10));
    this.done.push(`${mark}${line}`.trimEnd());
  }
}
