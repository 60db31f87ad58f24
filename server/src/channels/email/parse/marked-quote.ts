/** Finds quotes whose lines are marked, and the text between and below them. */
import { footerStart } from "./footer.ts";
import { isFilled, type Line } from "./lines.ts";
import { signatureStart } from "./signature.ts";

/** Between two answers, the last paragraph of a longer quote stays: the lower one answers it. */
const shortQuote = 8;
const keptOfQuote = 6;

export function cutMarked(lines: Line[], heading: number, first: number, written: boolean[]): void {
  const above = lines.slice(0, heading).some(isFilled);
  const quoted = lines.map(isQuoted);
  // Where nothing is written above the quote, the lines that interrupt it are the answer.
  if (above) for (const half of wrappedHalves(lines)) quoted[half] = true;
  const footer = footerStart(lines, quoted.lastIndexOf(true) + 1);
  written.fill(false, footer);
  const isAnswer = (line: Line, index: number) =>
    index < footer && isFilled(line) && !quoted[index] && line.part !== "signature";
  const answer = lines.findIndex((line, index) => index > first && isAnswer(line, index));
  const signature = answer < 0 ? footer : signatureStart(lines, answer);
  const lastAnswer = lines.findLastIndex((line, index) => index < signature && isAnswer(line, index));
  const below = quoted.indexOf(true, answer + 1) >= 0;
  if (lastAnswer < first) written.fill(false, heading);
  else if (!below && !above) written.fill(false, heading, answer);
  else if (!below) written.fill(false, heading, answeredFrom(lines, heading, answer));
  else if (quoted.indexOf(true, lastAnswer) >= 0) written.fill(false, lastAnswer + 1);
}

export const isQuoted = (line: Line) => line.quotes > 0;

/** The first line of the quote that stays above an answer below it. */
function answeredFrom(lines: Line[], heading: number, answer: number): number {
  if (lines.slice(heading, answer).filter((line) => isQuoted(line) && isFilled(line)).length <= shortQuote)
    return heading;
  let end = answer - 1;
  while (!isFilled(lines[end] as Line)) end--;
  let at = end;
  while (at > heading && end - at + 1 < keptOfQuote && isFilled(lines[at - 1] as Line)) at--;
  return at;
}

/** A line that was wrapped again in transit is at least so long. */
const longestWhole = 60;

/** The second halves of quoted lines that were wrapped in transit, and so lack the mark. */
function wrappedHalves(lines: Line[]): number[] {
  const inside: number[] = [];
  const last: number[] = [];
  for (const [index, line] of lines.entries()) {
    const [before, after] = [lines[index - 1], lines[index + 1]];
    if (!before || !isQuoted(before) || isQuoted(line) || !isFilled(line)) continue;
    const text = before.text.trimEnd();
    const firstWord = /^\S{0,40}/.exec(line.text)?.[0] ?? "";
    if (
      text.length < longestWhole ||
      text.length + firstWord.length < longestWhole + 8 ||
      endsSentence.test(text)
    )
      continue;
    if (after && isQuoted(after)) inside.push(index);
    else if ((!after || !isFilled(after)) && /^[\p{Ll}\p{Lo}\d]/u.test(line.text)) last.push(index);
  }
  // At the end of a quote an unmarked line may be an answer, but not where other lines were wrapped too.
  return inside.length > 0 ? [...inside, ...last] : [];
}

const endsSentence = /[.!?:;。．？！：…]["'”’»)]*$/;
