import type { HtmlPart } from "./parts-of-html.ts";

/** A line of a mail as a reader sees it, made of plain text or of HTML. */
export type Line = {
  /** Without the marks of quotes. */
  text: string;
  /** How many quotes it stands in. */
  quotes: number;
  /** What its HTML says it is. */
  part: HtmlPart | null;
};

export const isFilled = (line: Line) => line.text.trim() !== "";

export function linesOfText(text: string): Line[] {
  return text.split("\n").map((line) => {
    const marks = /^(?:\s?>){1,50}\s?/.exec(line)?.[0] ?? "";
    return { text: line.slice(marks.length), quotes: marks.replaceAll(/[^>]/g, "").length, part: null };
  });
}

export function textOfLines(lines: Line[]): string {
  return lines
    .map(({ text, quotes }) => `${"> ".repeat(Math.min(quotes, 10))}${text}`.trimEnd())
    .join("\n")
    .replace(/^\n+|\s+$/g, "");
}
