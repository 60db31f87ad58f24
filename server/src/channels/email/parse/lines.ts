import type { HtmlPart } from "./parts-of-html.ts";

/** A line of a mail as a reader sees it, made of plain text or of HTML. */
export type Line = {
  /** The text without the marks of quotes. */
  text: string;
  /** The number of quotes around it. */
  quotes: number;
  /** The part that its HTML marks it as. */
  part: HtmlPart | null;
};

export const isFilled = (line: Line) => line.text.trim() !== "";

export function linesOfText(text: string): Line[] {
  const given = text.split("\n");
  return given.map((line, index) => {
    if (closesAddress(line, given[index - 1] ?? "")) return { text: line, quotes: 0, part: null };
    const marks = /^(?:\s?>){1,50}\s?/.exec(line)?.[0] ?? "";
    return { text: line.slice(marks.length), quotes: marks.replaceAll(/[^>]/g, "").length, part: null };
  });
}

/** Some clients break the heading of a quote before the bracket that closes its address. */
const closesAddress = (line: string, before: string) =>
  /^>[^>]{0,40}[:：]\s*$/.test(line) && /^[^>].{0,600}<[^<>\s]{1,320}$/.test(before);

/** The index of the first filled line at or after `from`; the number of lines when there is none. */
export function nextFilled(lines: Line[], from: number): number {
  let at = from;
  while (at < lines.length && !isFilled(lines[at] as Line)) at++;
  return at;
}

export function textOfLines(lines: Line[]): string {
  return lines
    .map(({ text, quotes }) => `${"> ".repeat(Math.min(quotes, 10))}${text}`.trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd();
}
