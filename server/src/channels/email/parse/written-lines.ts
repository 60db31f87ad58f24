import { isFilled, type Line, nextFilled } from "./lines.ts";
import { cutMarked, isQuoted } from "./marked-quote.ts";
import { findQuoteStart, isForwardHeading, type QuoteStart } from "./quote-start.ts";
import { signatureStart } from "./signature.ts";

/**
 * Selects the lines that the sender of a mail wrote: not the quotes of earlier mails, not the signature. Answers
 * between quoted lines keep the quotes they answer. A forwarded mail's content is kept whole. Where nothing would
 * remain, all lines count.
 */
export function writtenLines(lines: Line[], forwarded: boolean): boolean[] {
  const written = lines.map(() => true);
  cutQuote(lines, forwarded, written);
  cutSignature(lines, written);
  return lines.some((line, index) => written[index] && isFilled(line)) ? written : lines.map(() => true);
}

function cutQuote(lines: Line[], forwarded: boolean, written: boolean[]): void {
  const start = firstStart(lines);
  if (start?.kind === "forward" || (forwarded && start?.kind === "block")) return;
  if (start && (start.kind !== "attribution" || !isQuoted(lines[nextFilled(lines, start.below)] ?? noLine))) {
    cut(written, start.at);
    return;
  }
  const first = start ? nextFilled(lines, start.below) : lines.findIndex(isQuoted);
  if (first < 0 || isForwarded(lines, first)) return;
  cutMarked(lines, start?.at ?? first, first, written);
}

function firstStart(lines: Line[]): QuoteStart | null {
  const words = findQuoteStart(lines.map((line) => (isQuoted(line) ? ">" : line.text)));
  const at = lines.findIndex(({ part, quotes }, index) => {
    if (part === "below") return true;
    const heading = part === "attribution" && quotes === 0 && /[:：]\s*$/.test(lines[index]?.text ?? "");
    return heading && isQuoted(lines[nextFilled(lines, index + 1)] ?? noLine);
  });
  if (at < 0 || (words && words.at <= at)) return words;
  return lines[at]?.part === "below"
    ? { at, below: at, kind: "block" }
    : { at: headingStart(lines, at), below: at + 1, kind: "attribution" };
}

/** The first line of an attribution of several lines. */
function headingStart(lines: Line[], end: number): number {
  let at = end;
  while (at > 0 && lines[at - 1]?.part === "attribution" && isFilled(lines[at - 1] ?? noLine)) at--;
  return at;
}

const noLine: Line = { text: "", quotes: 0, part: null };

/** Some clients mark a forwarded mail as they mark a quote. */
const isForwarded = (lines: Line[], first: number) => isForwardHeading(lines[first]?.text ?? "");

function cutSignature(lines: Line[], written: boolean[]): void {
  for (const [index, { part }] of lines.entries()) if (part === "signature") written[index] = false;
  const left = lines.flatMap((line, index) => (written[index] ? [{ line, index }] : []));
  const start = signatureStart(
    left.map(({ line }) => line),
    0,
  );
  for (const { index } of left.slice(start)) written[index] = false;
}

function cut(written: boolean[], from: number, until = written.length): void {
  written.fill(false, from, until);
}
